import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
const placed = await stays.confirmed(slug, {}, 60);
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

/** The tables that each statement of a request is about, in alphabetical order, without those of sign-in and limits. */
async function tablesRead(request: () => Promise<Response>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await request()).status).toBe(200);
    const texts = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : String((statement as unknown as { text: string }).text),
    );
    return texts
      .map((text) => /\bfrom "?(\w+)/.exec(text.replaceAll(/\([^()]*\)/g, ''))?.[1] ?? text)
      .filter((table) => !/^(sessions|users|passkeys|rate_limits)$/.test(table))
      .sort();
  } finally {
    query.mockRestore();
  }
}

const ofTheRecord = ['bookings', 'bookings', 'payment_attempts', 'payments', 'quotes', 'refund_orders'];

test('a guest’s page of a booking takes six statements: the booking, and the five of its record', async () => {
  const headers = { 'X-Booking-Key': placed.key };
  const read = () => stays.request('GET', `/api/bookings/${placed.code}`, { headers });
  expect(await tablesRead(read)).toEqual(ofTheRecord);
});

test('a host’s page of a booking takes two more: its history and its disputes', async () => {
  const read = () => host.request('GET', `/api/admin/bookings/${placed.code}`);
  expect(await tablesRead(read)).toEqual(['booking_events', ...ofTheRecord, 'disputes'].sort());
});
