import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const home = async (more: object = {}) => (await stays.addProperty(more)).slug;
const make = async (property: string, more: object = {}) => {
  const json = { property, ...dates(60), guests: 2, pets: 0, expiresAt: inHours(48), ...more };
  const response = await host.request('POST', '/api/admin/offers', { json });
  return { status: response.status, ...(await response.json()) };
};
const details = { name: 'Cay Doe', email: 'cay@guests.example', phone: '+1 850 555 0122', plan: 'full' };
const agreed = { houseRules: true, cancellation: true };
const accept = async ({ token }: { token: string }, more: object = {}) => {
  const json = { ...details, email: anyEmail(), agreed, ...more };
  const response = await cookieBrowser(stays).request('POST', `/api/offers/${token}/bookings`, { json });
  return { ...(await response.json()), http: response.status };
};
const withdraw = async ({ id }: { id: string }) => {
  const response = await host.request('POST', `/api/admin/offers/${id}/withdraw`);
  return { status: response.status, ...(await response.json()) };
};
const bookingsAt = async (slug: string) =>
  stays.db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'property_id')
    .select(['code', 'status', 'email'])
    .where('slug', '=', slug)
    .execute();
const offersAt = async (slug: string) =>
  stays.db
    .selectFrom('offers')
    .innerJoin('quotes', 'quotes.id', 'quote_id')
    .innerJoin('properties', 'properties.id', 'property_id')
    .select('offers.id')
    .where('slug', '=', slug)
    .execute();

test.each([
  ['in the past', { expiresAt: inHours(-1) }, 'An offer must stand for some time'],
  ['after check-in', { expiresAt: inHours(24 * 62) }, 'An offer cannot stand longer than until check-in'],
  [
    'in more than 90 days',
    { expiresAt: inHours(24 * 90 + 1), ...dates(120) },
    'An offer stands for at most 90 days',
  ],
])('an offer that ends %s is rejected with a message, and nothing is stored', async (_, more, words) => {
  const slug = await home();
  expect(await make(slug, { ...more, holdNights: true, email: 'cay@guests.example' })).toMatchObject({
    status: 400,
    message: words,
    fields: { expiresAt: words },
  });
  expect([await offersAt(slug), await bookingsAt(slug)]).toEqual([[], []]);
});

test('an offer that ends at check-in, and one of 90 days, are accepted', async () => {
  expect(await make(await home(), { ...dates(120), expiresAt: inHours(24 * 90 - 1) })).toMatchObject({
    status: 201,
    state: 'open',
  });
});

test('an offer for an inquiry that is gone is rejected by its field, and nothing is stored', async () => {
  const slug = await home();
  expect(await make(slug, { inquiryId: newId() })).toMatchObject({
    status: 404,
    message: 'There is no such inquiry.',
    fields: { inquiryId: 'There is no such inquiry' },
  });
  expect(await offersAt(slug)).toEqual([]);
});

test('an offer with an address of its own is mailed there, with its link and whether its nights are held', async () => {
  for (const holdNights of [true, false]) {
    const email = `offer-${holdNights}@guests.example`;
    const offer = await make(await home(), { email, holdNights });
    const mails = (await stays.queuedMail()).filter(({ to }) => to.address === email);
    expect(mails.map(({ key }) => key)).toEqual([`offer-${offer.id}`]);
    const text = mails[0]?.content ? toPlainText(mails[0].content) : '';
    expect(text).toContain(offer.url);
    expect(text.includes('so do we hold')).toBe(holdNights);
  }
});

test('an offer without an address is not mailed: hosts send its link themselves', async () => {
  const before = (await stays.queuedMail()).length;
  expect((await make(await home(), { holdNights: true })).status).toBe(201);
  expect(await stays.queuedMail()).toHaveLength(before);
});

test('one of two concurrent offers that hold the same nights is rejected with other dates', async () => {
  const slug = await home();
  const offers = await Promise.all([1, 2, 3, 4].map(() => make(slug, { holdNights: true })));
  expect(offers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  for (const offer of offers.filter(({ status }) => status === 409))
    expect(offer).toMatchObject({ reason: 'dates_taken', nearest: expect.any(Array) });
  expect(await offersAt(slug)).toHaveLength(1);
  expect(await bookingsAt(slug)).toHaveLength(1);
});

test('an offer that is booked is not taken a second time, and is not withdrawn', async () => {
  const offer = await make(await home());
  const placed = await accept(offer, { email: details.email });
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.run();
  expect(await accept(offer, { email: 'eve@guests.example' })).toMatchObject({
    http: 409,
    code: 'conflict',
    message: 'This offer is booked already.',
  });
  expect(await withdraw(offer)).toMatchObject({
    status: 409,
    message: 'The guest has booked this offer already.',
  });
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', email: 'cay@guests.example' });
});

test('an offer that is withdrawn, and one that has ended, have different messages and reasons', async () => {
  const [withdrawn, ended] = [await make(await home()), await make(await home())];
  await withdraw(withdrawn);
  await stays.db
    .updateTable('offers')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', ended.id)
    .execute();
  expect(await accept(withdrawn)).toMatchObject({
    http: 409,
    reason: 'not_open',
    message: 'This offer was withdrawn. Please choose your dates again, or call us.',
  });
  expect(await accept(ended)).toMatchObject({
    http: 409,
    reason: 'quote_expired',
    message: 'This offer has ended. Please choose your dates again.',
  });
});

test('an offer that is concurrently withdrawn and taken ends in one of both, never in a hold without an offer', async () => {
  for (let round = 0; round < 6; round += 1) {
    const slug = await home();
    const offer = await make(slug, { holdNights: round % 2 === 0 });
    const [taken, ended] = await Promise.all([accept(offer), withdraw(offer)]);
    expect(ended.status).toBe(200);
    expect([201, 409]).toContain(taken.http);
    expect((await bookingsAt(slug)).filter(({ status }) => status === 'held')).toEqual([]);
  }
});

test('one of three guests who concurrently take one offer gets it, and the others see nothing of the booking', async () => {
  const slug = await home();
  const offer = await make(slug);
  const taken = await Promise.all(
    [1, 2, 3].map((guest) => accept(offer, { email: `taker-${guest}@guests.example` })),
  );
  expect(taken.map(({ http }) => http).toSorted()).toEqual([201, 409, 409]);
  for (const { http, ...answer } of taken)
    if (http === 409) expect(Object.keys(answer).toSorted()).toEqual(['code', 'error', 'message']);
  expect(await bookingsAt(slug)).toHaveLength(1);
});

test('while the card provider is down an offer is taken without a payment page, which opens later', async () => {
  const offer = await make(await home());
  await stays.faults({ apiStatus: 500 });
  const placed = await accept(offer);
  await stays.faults({ apiStatus: null });
  expect(placed).toMatchObject({ http: 201, checkoutUrl: null, code: expect.any(String) });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.readConfirmed(placed);
});

test('the hold of an offer lives as long as the offer for a guest who takes it early', async () => {
  const offer = await make(await home(), { holdNights: true, expiresAt: inHours(48) });
  const placed = await accept(offer);
  expect(placed.holdExpiresAt).toBe(offer.expiresAt);
});

const noMoment = 'Please say until when the offer stands';
test.each([
  [{ expiresAt: 'soon' }, { expiresAt: noMoment }],
  [{ email: 'cay' }, { email: 'Email is not a valid email' }],
  [{ holdNights: 1 }, { holdNights: 'Hold nights must be true or false' }],
  [{ note: 'x'.repeat(2001) }, { note: 'Note is a text of at most 2000 characters' }],
  [{ nightly_cents: 10_000_001 }, { nightly_cents: expect.stringContaining('above 0, in minor units') }],
  [{ property: 7 }, { property: 'Please choose a home' }],
  [{ total: 1 }, { total: 'There is no such field' }],
  [
    { checkin: 'x', expiresAt: 'x' },
    { checkin: 'Check-in must be a valid date', expiresAt: noMoment },
  ],
])('an offer with %j names what is wrong with it', async (more, fields) => {
  const slug = await home();
  expect(await make(slug, more)).toMatchObject({ status: 400, fields });
  expect(await offersAt(slug)).toEqual([]);
});
