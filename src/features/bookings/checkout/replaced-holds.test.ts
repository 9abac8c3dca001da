import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress, anyEmail } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const agreed = { houseRules: true, cancellation: true };

/** A browser that holds stays in one home, one after the other. */
async function holder() {
  const { slug, id } = await stays.addProperty();
  const browser = cookieBrowser(stays);
  const guest = { name: 'Ann Lee', email: anyEmail(), phone: '+1 850 555 0100', plan: 'full', agreed };
  const quote = async (from: number, promoCode?: string, by = browser) => {
    const stay = { property: slug, checkin: inDays(from), checkout: inDays(from + 3), guests: 2, pets: 0 };
    const response = await by.request('POST', '/api/quotes', {
      json: { ...stay, ...(promoCode ? { promoCode } : {}) },
      from: anyAddress(),
    });
    expect(response.status).toBe(201);
    return (await response.json()).id as string;
  };
  const book = async (quoteId: string, by = browser, email = guest.email) => {
    const headers = { 'Idempotency-Key': newId() };
    const response = await by.request('POST', '/api/bookings', {
      json: { ...guest, quoteId, email },
      headers,
    });
    return { status: response.status, body: await response.json() };
  };
  return { id, quote, book };
}

const statusOf = async (code: string) => (await stays.stored(code)).status;

test.each([
  ['beside the older one', 80],
  ['over the older one', 61],
])('a new hold %s that is rejected leaves the older one as it was', async (_, from) => {
  const { id, quote, book } = await holder();
  const code = `ONCE-${newId().slice(-8)}`;
  await stays.db
    .insertInto('promo_codes')
    .values({ code, percent: 10, max_uses: 1, property_id: id } as never)
    .execute();
  const older = (await book(await quote(60))).body;
  const next = await quote(from, code);
  const other = cookieBrowser(stays);
  expect((await book(await quote(100, code, other), other, anyEmail())).status).toBe(201);
  expect(await book(next)).toMatchObject({ status: 400, body: { reason: 'promo_not_valid' } });
  expect(await statusOf(older.code)).toBe('held');
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(older.checkoutUrl));
  expect(session.status).toBe('open');
});

test.each([
  ['beside it', 80],
  ['over it', 61],
])('a new hold %s lets go of the older one, whose place among the limits it takes', async (_, from) => {
  const { quote, book } = await holder();
  const older = (await book(await quote(60))).body;
  // Two more of the same e-mail address elsewhere: three are the limit.
  for (const { quote: quoteElsewhere, book: bookElsewhere } of [await holder(), await holder()]) {
    const browser = cookieBrowser(stays);
    const placed = await bookElsewhere(
      await quoteElsewhere(60, undefined, browser),
      browser,
      (await stays.stored(older.code)).email,
    );
    expect(placed.status).toBe(201);
  }
  expect(await book(await quote(from))).toMatchObject({ status: 201, body: { status: 'held' } });
  expect(await statusOf(older.code)).toBe('released');
});
