import { expect, test } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

/** A stay of one night whose price is what a promotion leaves of it. */
async function book(cents: number) {
  const { slug } = await stays.addProperty({ nightly_cents: Math.max(1, cents) });
  const code = `FREE${cents}`;
  if (cents === 0) await stays.db.insertInto('promo_codes').values({ code, percent: 100 }).execute();
  const json = { property: slug, checkin: inDays(60), checkout: inDays(61), guests: 2, pets: 0 };
  const promo = cents === 0 ? { promoCode: code } : {};
  const quote = await (await stays.request('POST', '/api/quotes', { json: { ...json, ...promo } })).json();
  expect(quote.total).toBe(cents);
  return (await stays.book(quote.id)).json();
}

test.each([0, 1, 49])(
  'a stay of %i cents is confirmed at once, and its only mail to the guest is the confirmation',
  async (cents) => {
    const placed = await book(cents);
    expect(placed.status).toBe('confirmed');
    await stays.run();
    expect(await stays.subjects(placed.code, 'guest')).toEqual([expect.stringMatching(/^Confirmed: /)]);
    const mail = (await stays.queuedMail()).find(({ subject }) => subject.includes(placed.code));
    expect(mail?.text).not.toMatch(/To pay now|Still to pay|Pay \$/);
    const trip = await stays.read(placed);
    expect(trip.due).toBe(0);
    expect(trip.can).not.toContain('pay');
  },
);

test('a stay of 50 cents, the least that a card is charged, is held and asks for them', async () => {
  const placed = await book(50);
  expect(placed.status).toBe('held');
  expect(await stays.subjects(placed.code, 'guest')).toEqual([
    expect.stringMatching(/^Your nights are held/),
  ]);
  const mail = (await stays.queuedMail()).find(({ subject }) => subject.includes(placed.code));
  expect(mail?.text).toContain('Pay $0.50');
  expect((await stays.read(placed)).can).toContain('pay');
});
