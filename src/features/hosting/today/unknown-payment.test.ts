import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { testAppForHosts } from '../../../../test/host.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { unknownPayment } from './calls.ts';

let app: TestApp;
let host: Browser;
const now = new Date('2027-07-09T15:00:00Z');

beforeAll(async () => {
  ({ app, host } = await testAppForHosts({ now: () => now }));
});
beforeEach(async () => {
  const { db } = app.platform;
  await db.deleteFrom('unknown_payments').execute();
  await db
    .insertInto('unknown_payments')
    .values({
      payment_id: 'pi_lost',
      booking_id: newId(),
      booking_code: 'ABCD1234',
      amount_cents: 60_000,
      currency: 'usd',
      description: 'The Beachcomber',
      // No task of a host disappears by itself.
      paid_at: new Date('2027-01-01T15:00:00Z'),
    })
    .execute();
});
afterAll(() => app.close());

const listed = async (): Promise<string[]> =>
  (await (await host.request('GET', '/api/admin/today')).json()).unknownPayments.map(
    ({ id }: { id: string }) => id,
  );
const complete = (json: unknown, id = 'pi_lost', browser = host) =>
  browser.request('POST', `/api/admin/unknown-payments/${id}/done`, { json });

test('a payment of a lost booking leaves Today once a host has dealt with it, and who, when and what are saved', async () => {
  expect(await listed()).toEqual(['pi_lost']);
  const response = await complete({ note: ' Booked again as 7K3MQ2XA ' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  expect(await response.json()).toEqual({
    id: 'pi_lost',
    doneAt: now.toISOString(),
    doneBy: 'host@example.com',
    note: 'Booked again as 7K3MQ2XA',
  });
  expect(await listed()).toEqual([]);
});

test('a second press, or another host’s, changes nothing and names the first', async () => {
  const answers = await Promise.all([complete({ note: 'first' }), complete({})]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
  expect(two).toEqual(one);
  expect(await (await complete({ note: 'later' })).json()).toEqual(one);
});

test('a payment that is not there is not found, and only hosts may mark one', async () => {
  expect((await complete({}, 'pi_other')).status).toBe(404);
  const guest = await signedInBrowser(app, 'guest@example.com');
  expect((await complete({}, 'pi_lost', guest)).status).toBe(403);
  expect((await app.request('POST', '/api/admin/unknown-payments/pi_lost/done', { json: {} })).status).toBe(
    401,
  );
  expect(await listed()).toEqual(['pi_lost']);
});

test.each([
  [{ note: 5 }, 'note'],
  [{ note: 'x'.repeat(1001) }, 'note'],
  [{ note: 'a\0b' }, 'note'],
  [{ text: 'x' }, 'text'],
])('a note that cannot be saved is rejected with a message: %j', async (json, field) => {
  const response = await complete(json);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).fields)).toEqual([field]);
  expect(await listed()).toEqual(['pi_lost']);
});

test('the client sends the note, and a lost connection has a message', async () => {
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (path, init) => {
    sent.push([path, init?.method, JSON.parse(String(init?.body))]);
    return Response.json({ id: 'pi_a/b' });
  };
  await unknownPayment.complete({ id: 'pi_a/b', json: { note: 'Refunded' }, fetch });
  expect(sent).toEqual([['/api/admin/unknown-payments/pi_a%2Fb/done', 'POST', { note: 'Refunded' }]]);
  const broken = async () => new Response('', { status: 502 });
  await expect(unknownPayment.complete({ id: 'pi_1', json: {}, fetch: broken })).rejects.toThrow(
    'That did not work',
  );
});
