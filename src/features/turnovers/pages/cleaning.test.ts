import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { outage, showPage } from '../../../../test/show-page.ts';
import { pageContext } from '../../../load-context.ts';
import * as page from './cleaning.tsx';

const { action } = page;

/** Sends the form as a browser does. @returns the Idempotency-Key of its report */
async function send(status: 'done' | 'problem', photos: string[] = []): Promise<string | null> {
  let key: string | null = null;
  const context = new RouterContextProvider();
  context.set(pageContext, {
    async api(_, init) {
      key = new Headers(init?.headers).get('Idempotency-Key');
      return Response.json({});
    },
    origin: 'http://localhost',
    vendors: null,
    structuredData: [],
    services: [],
    report: () => {},
  });
  const body = new URLSearchParams({ id: 'a-turnover', key: 'a-form-a-turnover', status, report: 'Sand' });
  for (const url of photos) body.append('photo', url);
  const request = new Request('http://localhost/cleaning/a-token', {
    method: 'POST',
    body,
    headers: { 'Content-Length': String(body.toString().length) },
  });
  const args = { request, context, params: { token: 'a-token' } };
  const answer = await action(args as unknown as Parameters<typeof action>[0]);
  expect(answer).toMatchObject({ status: 303 });
  return key;
}

test('the other button of a form that was sent is another report, the same one is the same', async () => {
  const [problem, again, done] = [await send('problem'), await send('problem'), await send('done')];
  expect([again === problem, done === problem]).toEqual([true, false]);
});

test('a form that is sent again with other stored photos is another report', async () => {
  expect(await send('problem', ['/a.jpg'])).not.toBe(await send('problem', ['/b.jpg']));
  expect(await send('problem', ['/a.jpg'])).not.toBe(await send('problem', ['/a.jpg', '/b.jpg']));
});

/** Sends a report with two photos, and with those that are stored. */
async function report(respond: (call: Request) => Response, photos: string[] = []) {
  const form = new FormData();
  const fields = {
    id: 'a-turnover',
    key: 'a-form-a-turnover',
    report: 'The lamp is <broken>.',
    status: 'problem',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const url of photos) form.append('photo', url);
  for (const name of ['lamp.jpg', 'shade.jpg']) form.append('file', new File(['a photo'], name));
  const { headers, body } = new Response(form);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  headers.set('Content-Length', String(bytes.length));
  const request = new Request('http://localhost:3000/cleaning/a-token', {
    method: 'POST',
    body: bytes,
    headers,
  });
  return showPage({ path: 'cleaning/:token', module: page }, request, respond);
}
const typed = 'The lamp is &lt;broken&gt;.</textarea>';

test('a report sent in an outage stays typed, with the message that it and its photos are not stored', async () => {
  const { status, html } = await report(outage);
  expect(status).toBe(503);
  expect(html).toContain(typed);
  expect(html).toContain('name="id" value="a-turnover"');
  expect(html).toContain('Your report was not stored. That is our fault, not yours.');
  expect(html).toContain('Photos that you do not see here were not stored: please choose them again.');
});

test('after a report fails, its stored photos need not be chosen again', async () => {
  let photos = 0;
  const { status, html } = await report(({ url }) => {
    if (!url.endsWith('/photos')) return outage();
    photos += 1;
    return Response.json({ media_url: `/media/${photos}/photo.jpg` });
  });
  expect(status).toBe(503);
  expect(html).toContain(typed);
  for (const id of [1, 2])
    expect(html).toMatch(new RegExp(`name="photo" checked="" value="/media/${id}/photo.jpg"`));
  expect(html).toContain('Your report was not stored.');
  expect(html).not.toContain('choose them again');
});

test('more than six photos are rejected, with the message that the new ones were not stored', async () => {
  const stored = ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg', '/e.jpg'];
  const { status, html } = await report(outage, stored);
  expect(status).toBe(400);
  expect(html).toContain('Please send at most 6 photos, those you keep included.');
  expect(html).toContain('please choose them again');
  for (const url of stored) expect(html).toContain(`checked="" value="${url}"`);
});

test('a report with an unknown link is not found, in an outage of the rest, too', async () => {
  const { status, html } = await report(({ url }) =>
    url.includes('/cleaning/') ? Response.json({ message: 'No.' }, { status: 404 }) : outage(),
  );
  expect(status).toBe(404);
  expect(html).not.toContain('<textarea');
});

const turnover = {
  id: 'a-turnover',
  propertyTitle: 'The Beachcomber',
  departsOn: '2027-07-09',
  arrivesOn: null,
  isSameDay: false,
  outBy: '10:00',
  nextGuestsFrom: '16:00',
  guests: null,
  pets: null,
  note: '',
  address: '',
  checkList: '',
  access: '',
  status: 'todo',
  report: '',
  photos: [],
  doneAt: null,
  canReport: true,
};

/** What the site responds to the page of a cleaner that only reads. */
function read(url: string, language: string): Response {
  return Response.json(
    url.includes('/api/cleaning/')
      ? { name: 'Ana', language, today: '2027-07-09', justDone: [], turnovers: [turnover] }
      : { phone: '(850) 555-0142', properties: [] },
  );
}

/** Posts a form to the page of a cleaner. @returns the response of the page, and the calls that it made */
async function post(fields: Record<string, string>, { language = 'en', rejection = {} } = {}) {
  const body = new URLSearchParams({ id: 'a-turnover', key: 'a-form', ...fields });
  const paths: string[] = [];
  const request = new Request('http://localhost:3000/cleaning/a-token', {
    method: 'POST',
    body,
    headers: { 'Content-Length': String(body.toString().length) },
  });
  const shown = await showPage({ path: 'cleaning/:token', module: page }, request, ({ method, url }) => {
    if (method === 'GET') return read(url, language);
    paths.push(new URL(url).pathname);
    return Response.json({ message: 'No.', ...rejection }, { status: 409 });
  });
  return { ...shown, paths };
}

test.each([
  ['en', 'What is it? Please write a few words or add a photo, then send it again.'],
  ['es', '¿Qué pasa? Escriba unas palabras o agregue una foto, y envíelo otra vez.'],
])(
  'a problem without words or a photo is not sent, and the page in %s shows what it needs',
  async (language, text) => {
    const { status, html, paths } = await post({ status: 'problem', report: '  ' }, { language });
    expect([status, paths]).toEqual([400, []]);
    expect(html).toContain(text);
  },
);

test.each([
  ['en', 'No.'],
  ['es', 'Se marcó como lista hace más de diez minutos.'],
])('an Undo that comes too late has a message in %s', async (language, text) => {
  const rejection = { reason: 'too_late' };
  const { status, html, paths } = await post({ status: 'undo' }, { language, rejection });
  expect([status, paths]).toEqual([409, ['/api/cleaning/a-token/turnovers/a-turnover/undo']]);
  expect(html).toContain(text);
});

test.each([
  ['en', 'tooMany', 'No.'],
  ['es', 'tooMany', 'Ha enviado mucho en poco tiempo.'],
  ['es', 'unsupportedType', 'Uno de los archivos no es una foto que podamos leer.'],
  ['es', 'tooLarge', 'Una de las fotos es demasiado grande.'],
  ['es', 'invalid', 'No se pudo aceptar.'],
  ['es', 'notFound', 'Esta limpieza ya no está en su lista.'],
])('in %s a report that is rejected as %s has a message in that language', async (language, code, text) => {
  const { html } = await post({ status: 'done', report: '' }, { language, rejection: { code } });
  expect(html).toContain(text);
});

test.each([
  ['en', 'Skip to content'],
  ['es', 'Saltar al contenido'],
])(
  'the whole document of a cleaner is in %s, from its language to the link that skips to its content',
  async (language, skip) => {
    const shown = await showPage(
      { path: 'cleaning/:token', module: page },
      new Request('http://localhost:3000/cleaning/a-token'),
      ({ url }) => read(url, language),
    );
    expect(shown.html).toContain(`<html lang="${language}">`);
    expect(shown.html).toContain(`>${skip}</a>`);
  },
);
