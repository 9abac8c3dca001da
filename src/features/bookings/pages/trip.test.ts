import { expect, test } from 'vitest';
import { outage, showPage } from '../../../../test/show-page.ts';
import * as hold from './hold.tsx';
import * as trip from './trip.tsx';

const trips = { path: 'trips/:code', module: trip };
const holds = { path: 'book/:code', module: hold };

/** Sends a form of a booking's page while nothing can be loaded. */
async function send(page: typeof trips | typeof holds, typed: Record<string, string>) {
  const url = `http://localhost:3000/${page.path.replace(':code', 'ABCD1234')}`;
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(typed) });
  const { status, html } = await showPage(page, request, outage);
  expect(status).toBe(503);
  return html;
}

const failure = 'We are back in a moment. Please try again.';

test.each([
  ['trip', trips],
  ['hold', holds],
])(
  'a message from the page of a %s in an outage stays typed, and has the same key again',
  async (_, page) => {
    const html = await send(page, { text: 'May we come <late>?', kind: 'change', count: '3' });
    expect(html).toContain('May we come &lt;late&gt;?</textarea>');
    expect(html).toContain(failure);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="change"/);
    expect(html).toContain('name="count" value="3"');
    expect(html).toContain(`action="/${page.path.replace(':code', 'ABCD1234')}#message-form"`);
  },
);

test('arrival details sent in an outage stay typed', async () => {
  const typed = { arrivalTime: '17:30', cars: '1', adults: '2', children: '', names: 'Ann\nBo' };
  const html = await send(trips, { ...typed, intent: 'arrival-details' });
  expect(html).toContain('value="17:30"');
  expect(html).toContain('Ann\nBo</textarea>');
  expect(html).toContain(failure);
});

test('a payment in an outage has nothing typed, and gets the error page', async () => {
  expect(await send(trips, { intent: 'pay' })).toContain('Oops! Something went wrong');
});
