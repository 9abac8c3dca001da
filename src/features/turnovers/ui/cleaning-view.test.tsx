import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { CleanerTurnover, CleaningPage } from '../contract.server.ts';
import { CleaningView, type UnsentReport } from './cleaning-view.tsx';

const turnover: CleanerTurnover = {
  id: 'a-turnover',
  propertyTitle: 'The Beachcomber',
  departsOn: '2027-07-05',
  arrivesOn: '2027-07-09',
  isSameDay: false,
  outBy: '10:00',
  nextGuestsFrom: '16:00',
  guests: 2,
  pets: 0,
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

const empty = { name: 'Marisol', language: 'en' as const, today: '2027-07-09', turnovers: [], justDone: [] };

function show(
  page: Partial<CleaningPage>,
  last: { sent?: string; undone?: string } = {},
  unsent: UnsentReport | null = null,
) {
  return renderPage(
    <CleaningView
      page={{ ...empty, ...page }}
      last={{ sent: null, undone: null, failure: null, ...last }}
      formKey="a-form"
      unsent={unsent}
    />,
  );
}

test.each([
  ['todo', true],
  ['problem', true],
  ['done', false],
] as const)('an earlier day whose turnover is %s is said to be still open: %s', (status, isOpen) => {
  const { text } = show({ turnovers: [{ ...turnover, status }] });
  expect(text).toContain('Monday, July 5');
  expect(text.includes('Still open, Monday, July 5')).toBe(isOpen);
});

test('Done of an earlier day is confirmed from its id alone, with Undo', () => {
  const { text, html } = show({ justDone: [{ id: 'gone', propertyTitle: 'Tern' }] }, { sent: 'gone' });
  expect(text).toContain('Thank you. Tern is done, and the hosts can see it.');
  expect(text).toContain('Not yet? Undo');
  expect(html).toContain('value="undo"');
});

test('what was done a moment ago may still be undone, after ten minutes not', () => {
  expect(show({ justDone: [{ id: 'a', propertyTitle: 'Tern' }] }).text).toContain(
    'Tern is done. Not yet? Undo',
  );
  const later = show({ turnovers: [{ ...turnover, status: 'done' }] }, { sent: 'a-turnover' });
  expect(later.text).toContain('Thank you. The Beachcomber is done');
  expect(later.text).not.toContain('Undo');
});

test('a turnover that was opened again is marked', () => {
  expect(show({ turnovers: [turnover] }, { undone: 'a-turnover' }).text).toContain(
    'The Beachcomber is open again.',
  );
});

test('check lists are open today, and folded later and once all is done', () => {
  const folded = (departsOn: string, status: CleanerTurnover['status'] = 'todo') =>
    !/<details[^>]* open/.test(
      show({ turnovers: [{ ...turnover, departsOn, status, access: 'Key box', checkList: '<p>Beds</p>' }] })
        .html,
    );
  expect([folded('2027-07-08'), folded('2027-07-09'), folded('2027-07-10')]).toEqual([false, false, true]);
  expect([folded('2027-07-09', 'problem'), folded('2027-07-09', 'done')]).toEqual([false, true]);
});

test('the page speaks Spanish, hours and days, too', () => {
  const { text, html } = show({ language: 'es', turnovers: [turnover] });
  expect(html).toContain('lang="es"');
  for (const part of [
    'Sus limpiezas',
    'Hola, Marisol.',
    'Todavía pendiente, lunes, 5 de julio',
    '10 a. m.',
    '4 p. m. de hoy',
    '2 huéspedes, sin mascotas',
    'Hay un problema',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Guests|Today|problem in|Done|Photos/);
});

/** The stored photos that the form offers, and whether each is ticked. */
const offered = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => [
    /value="(.*?)"/.exec(box)?.[1],
    box.includes('name="photo"') && box.includes('checked'),
  ]);

const reported: CleanerTurnover = { ...turnover, status: 'problem', photos: ['/a.jpg', '/b.jpg'] };

test.each([
  ['en', 'Keep photo'],
  ['es', 'Conservar la foto'],
] as const)('each photo of the last report can be left out of the next one, in %s', (language, label) => {
  const { html, text } = show({ language, turnovers: [reported] });
  expect(offered(html)).toEqual([
    ['/a.jpg', true],
    ['/b.jpg', true],
  ]);
  for (const number of [1, 2]) expect(text).toContain(`${label} ${number}`);
});

test('a report that was not stored comes back with the photos that were left out unticked', () => {
  const unsent = { id: 'a-turnover', report: 'Mended', photos: ['/b.jpg', '/c.jpg'], failure: 'No.' };
  expect(offered(show({ turnovers: [reported] }, {}, unsent).html)).toEqual([
    ['/a.jpg', false],
    ['/b.jpg', true],
    ['/c.jpg', true],
  ]);
});
