import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { type WaitlistOutcome, WaitlistResult } from './join-waitlist.ts';
import { NightsWaitlist } from './nights-waitlist.tsx';
import { CarriedDetails } from './stay-link.tsx';
import { submitWaitlist } from './submit-waitlist.ts';

const search = { checkin: '2099-07-05', checkout: '2099-07-08', guests: 3, pets: 1 };
const render = (outcome: WaitlistOutcome | null = null, typed?: { name: string }) =>
  renderPage(
    <CarriedDetails value={typed && { email: 'a@b.example', phone: '850', plan: 'full', ...typed }}>
      <WaitlistResult value={outcome}>
        <NightsWaitlist search={search} property="sunset-villa" />
      </WaitlistResult>
    </CarriedDetails>,
  ).html;

/** Sends the form as a browser without scripts does: what the server rendered, and the typed address. */
async function send(html: string, typed: string, answer: () => Response | Promise<Response>) {
  const action = /action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&').split('#')[0] ?? '';
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  const [field = ''] = /<input[^>]*type="email"[^>]*>/.exec(html) ?? [];
  fields.set(/ name="(\w+)"/.exec(field)?.[1] ?? '', typed);
  const calls: unknown[] = [];
  const request = new Request(`http://localhost${action}`, { method: 'POST', body: fields });
  const result = await submitWaitlist(request, async (path, init) => {
    calls.push([String(path), JSON.parse(String(init?.body))]);
    return answer();
  });
  return { calls, status: result?.init?.status, ...result?.data };
}

const joined = () => Response.json({ success: true, message: 'Thank you!' }, { status: 201 });
const refused = (status: number, message: string) => () => Response.json({ message }, { status });

test('the form that the server renders joins the waitlist for the nights of its address', async () => {
  const { calls, status, waitlist } = await send(render(), ' ann@guests.example ', joined);
  const { pets: _, ...stay } = search;
  expect(calls).toEqual([
    ['/api/waitlist', { property: 'sunset-villa', ...stay, email: 'ann@guests.example' }],
  ]);
  expect(status).toBe(200);
  const html = render(waitlist);
  expect(html).toContain('You are on the list: we write to you when these nights open.');
  expect(html).toContain('value="ann@guests.example"');
});

test.each([
  [400, 'Email is not a valid email'],
  [409, 'These nights are free: you can book them now.'],
  [429, 'You have joined many lists within an hour. Please try again later, or call us.'],
])('a form that is rejected with %i leaves its message and the typed address', async (code, message) => {
  const { status, waitlist } = await send(render(), 'ann@nowhere', refused(code, message));
  expect([status, waitlist]).toEqual([
    code,
    { isJoined: false, message, email: 'ann@nowhere', status: code },
  ]);
  expect(render(waitlist)).toContain(message);
});

test('joining a list fails if the API does not respond', async () => {
  const { status, waitlist } = await send(render(), 'ann@guests.example', () =>
    Promise.reject(new TypeError('fetch failed')),
  );
  expect([status, waitlist?.isJoined]).toEqual([503, false]);
});

test('details that were typed for the booking come along, and without any none are made up', async () => {
  const { typed } = await send(render(null, { name: 'Ann Lee' }), 'x@guests.example', joined);
  expect(typed).toMatchObject({ name: 'Ann Lee', email: 'a@b.example', phone: '850', plan: 'full' });
  expect((await send(render(), 'x@guests.example', joined)).typed).toBeUndefined();
});

test('a form of the details is left to the booking', async () => {
  const body = new URLSearchParams({ quoteId: 'q-1', name: 'Ann' });
  const request = new Request('http://localhost/book', { method: 'POST', body });
  expect(await submitWaitlist(request, async () => joined())).toBeNull();
  expect((await request.formData()).get('name')).toBe('Ann');
});
