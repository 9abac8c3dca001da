import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { hourMs } from '../../../shared/durations.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
const placed = await stays.confirmed(slug, {}, 60);
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

function withoutParentheses(text: string): string {
  const outer = text.replaceAll(/\([^()]*\)/g, '');
  return outer === text ? text : withoutParentheses(outer);
}

/** The tables that each statement of a request is about, in alphabetical order, without those of sign-in and limits. */
async function tablesRead(request: () => Promise<Response>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await request()).status).toBe(200);
    const texts = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : String((statement as unknown as { text: string }).text),
    );
    return texts
      .map((text) => /\bfrom "?(\w+)/.exec(withoutParentheses(text))?.[1] ?? text)
      .filter((table) => !/^(sessions|users|passkeys|rate_limits)$/.test(table))
      .sort();
  } finally {
    query.mockRestore();
  }
}

const ofTheRecord = ['bookings', 'bookings', 'payment_attempts', 'payments', 'refund_orders'];

test('a guest’s page of a booking takes five statements, the booking and the four of its record, and two more in its first day', async () => {
  const headers = { 'X-Booking-Key': placed.key };
  const read = () => stays.request('GET', `/api/bookings/${placed.code}`, { headers });
  const ofTheConfirmation = ['booking_events', 'graphile_worker'];
  expect(await tablesRead(read)).toEqual([...ofTheRecord, ...ofTheConfirmation].sort());
  await stays.set(placed.code, { confirmed_at: new Date(Date.now() - 25 * hourMs) });
  expect(await tablesRead(read)).toEqual(ofTheRecord);
});

const readAsHost = (code = placed.code) => host.request('GET', `/api/admin/bookings/${code}`);

test('a host’s page of a booking takes one more, its history: six', async () => {
  expect(await tablesRead(() => readAsHost())).toEqual(['booking_events', ...ofTheRecord].sort());
});

test('so does the page of a booking whose guest was sent address and access', async () => {
  const near = await stays.confirmed((await stays.addProperty({ access_notes: 'Code 4711' })).slug, {}, 2);
  expect((await stays.stored(near.code)).arrival_sent_at).not.toBeNull();
  expect(await tablesRead(() => readAsHost(near.code))).toEqual(['booking_events', ...ofTheRecord].sort());
});

test('the disputes of a booking are read where it has some', async () => {
  await stays.platform.pool.query(
    `insert into disputes (id, booking_id, payment_id, status, amount_cents, reason, created_at)
     select 'dp_1', bookings.id, payments.id, 'needs_response', payments.amount_cents, 'fraudulent', now()
     from bookings join payments on payments.booking_id = bookings.id where code = $1 limit 1`,
    [placed.code],
  );
  expect(await tablesRead(() => readAsHost())).toEqual(['booking_events', ...ofTheRecord, 'disputes'].sort());
});
