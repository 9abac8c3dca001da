import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const guest = { name: 'Bea Roe', email: 'bea@guests.example', phone: '+1 850 555 0111', guests: 2, pets: 0 };
const elsewhere = (amount: unknown, how: unknown = 'Check 1042') => ({ kind: 'elsewhere', how, amount });
const book = async (property: string, more: object = {}, key?: string) => {
  const response = await host.request('POST', '/api/admin/bookings', {
    json: { property, ...dates(60), ...guest, payment: { kind: 'link' }, ...more },
    headers: key ? { 'Idempotency-Key': key } : {},
  });
  return { ...(await response.json()), http: response.status };
};
const bookingsAt = (property_id: string) =>
  stays.db.selectFrom('bookings').select('code').where('property_id', '=', property_id).execute();
const mailTo = async (code: string, subject: string) => {
  const mail = (await stays.queuedMail()).findLast(
    (one) => one.subject.startsWith(subject) && one.subject.includes(code),
  );
  return mail?.content ? toPlainText(mail.content) : '';
};

const usedKey = 'This Idempotency-Key was used for another booking. Please use a new one.';

test('a booking that is requested again after its response was lost is the same one, also once it has taken its nights', async () => {
  const { id, slug } = await stays.addProperty();
  const key = newId();
  const first = await book(slug, {}, key);
  const again = await book(slug, {}, key);
  expect([first.http, again]).toEqual([201, first]);
  expect(await bookingsAt(id)).toHaveLength(1);
  expect(await stays.subjects(first.code, 'guest')).toHaveLength(1);
});

test.each([
  ['other dates', dates(80)],
  ['another guest', { email: 'cay@guests.example' }],
  ['another name', { name: 'Cay Doe' }],
  ['another phone number', { phone: '+1 850 555 0122' }],
  ['another note', { note: 'They bring a cot' }],
  ['more people', { guests: 3 }],
  ['a pet', { pets: 1 }],
  ['a promotion code', { promoCode: 'LATER' }],
  ['a payment in cash', { payment: elsewhere(60_000, 'Cash') }],
])('a key that has booked is rejected with %s, and nothing is booked', async (_, more) => {
  const { id, slug } = await stays.addProperty();
  const key = newId();
  await book(slug, {}, key);
  expect(await book(slug, more, key)).toMatchObject({
    http: 409,
    message: usedKey,
  });
  expect(await bookingsAt(id)).toHaveLength(1);
});

test('a booking with a promotion code that is requested again is the same one, in capitals or not', async () => {
  const { slug } = await stays.addProperty();
  await stays.db.insertInto('promo_codes').values({ code: 'AGAIN', percent: 10 }).execute();
  const key = newId();
  const first = await book(slug, { promoCode: 'AGAIN' }, key);
  expect(await book(slug, { promoCode: 'again' }, key)).toEqual(first);
  expect(await book(slug, {}, key)).toMatchObject({ http: 409, message: usedKey });
});

test('a key that has booked one home is rejected with another, and nothing is booked there', async () => {
  const [one, other] = [await stays.addProperty(), await stays.addProperty()];
  const key = newId();
  await book(one.slug, {}, key);
  expect(await book(other.slug, {}, key)).toMatchObject({ http: 409, code: 'conflict', message: usedKey });
  expect(await bookingsAt(other.id)).toEqual([]);
});

test.each([
  ['another amount', { payment: elsewhere(40_000, 'Cash') }],
  ['another way', { payment: elsewhere(60_000, 'Check 7') }],
  ['a link', {}],
])(
  'a key that has booked a stay paid in cash is rejected with %s, and repeated as it was',
  async (_, more) => {
    const { id, slug } = await stays.addProperty();
    const key = newId();
    const cash = { payment: elsewhere(60_000, 'Cash') };
    const first = await book(slug, cash, key);
    expect(await book(slug, more, key)).toMatchObject({ http: 409, message: usedKey });
    expect(await book(slug, cash, key)).toEqual(first);
    expect(await bookingsAt(id)).toHaveLength(1);
  },
);

const howPaid = 'Please say how it was paid, such as cash or a check';
const howMuch = 'Please say how much was paid, in minor units';
test.each([
  [{ payment: undefined }, { payment: 'Please choose how the stay is paid' }],
  [{ payment: 'cash' }, { payment: 'Please choose how the stay is paid' }],
  [{ payment: elsewhere(1, '') }, { how: howPaid }],
  [{ payment: elsewhere(1, 'x'.repeat(101)) }, { how: howPaid }],
  [{ payment: elsewhere(1, 7) }, { how: howPaid }],
  [{ payment: elsewhere(0) }, { amount: howMuch }],
  [{ payment: elsewhere(1.5) }, { amount: howMuch }],
  [{ payment: elsewhere('600') }, { amount: howMuch }],
  [{ payment: { ...elsewhere(1), tip: 1 } }, { tip: 'There is no such field' }],
  [{ payment: { kind: 'link', how: 'Cash' } }, { how: 'There is no such field' }],
  [{ promoCode: 'x'.repeat(41) }, { promoCode: 'Promotion code is not valid' }],
  [{ nightly_cents: 100 }, { nightly_cents: 'There is no such field' }],
  [
    { phone: 'none', email: 'bea' },
    { email: 'Email is not a valid email', phone: expect.any(String) },
  ],
])('a booking by phone with %j is rejected by its fields, and books nothing', async (more, fields) => {
  const { id, slug } = await stays.addProperty();
  expect(await book(slug, more)).toMatchObject({ http: 400, code: 'invalid', fields });
  expect(await bookingsAt(id)).toEqual([]);
});

test('more than the total is not taken, and the total is named', async () => {
  const { id, slug } = await stays.addProperty();
  const message = 'That is more than the total of $600.00';
  expect(await book(slug, { payment: elsewhere(60_001) })).toMatchObject({
    http: 400,
    message,
    fields: { amount: message },
  });
  expect(await bookingsAt(id)).toEqual([]);
  expect(await book(slug, { payment: elsewhere(60_000) })).toMatchObject({ http: 201, due: 0 });
});

test('a stay that begins soon and is paid elsewhere is confirmed with its address and access, once', async () => {
  const { slug } = await stays.addProperty({
    street_address: '7 Gulf Drive',
    access_notes: 'Door code 4711',
  });
  const { code } = await book(slug, { ...dates(1), payment: elsewhere(60_000) });
  const text = await mailTo(code, 'Confirmed: ');
  expect(text).toContain('7 Gulf Drive');
  expect(text).toContain('Door code 4711');
  expect((await stays.stored(code)).arrival_sent_at).not.toBeNull();
  const before = await stays.subjects(code, 'guest');
  await stays.run();
  expect(await stays.subjects(code, 'guest')).toEqual(before);
});

test('a stay far ahead is confirmed without its address and access', async () => {
  const { slug } = await stays.addProperty({
    street_address: '7 Gulf Drive',
    access_notes: 'Door code 4711',
  });
  const { code } = await book(slug, { payment: elsewhere(60_000) });
  expect(await mailTo(code, 'Confirmed: ')).not.toContain('4711');
  expect((await stays.stored(code)).arrival_sent_at).toBeNull();
});

test('a payment link that the guest does not follow ends after a day, and its nights are free again', async () => {
  const { slug } = await stays.addProperty();
  const { code } = await book(slug);
  await stays.set(code, { hold_expires_at: new Date(Date.now() - 1000) });
  await stays.run();
  expect((await stays.stored(code)).status).toBe('expired');
  expect(await book(slug)).toMatchObject({ http: 201, status: 'held' });
});

test('a promotion code is counted by phone, too: its last use goes to one of eight callers', async () => {
  const code = `P${newId().slice(-8)}`;
  await stays.db.insertInto('promo_codes').values({ code, percent: 10, max_uses: 1 }).execute();
  const homes = await Promise.all(Array.from({ length: 8 }, () => stays.addProperty()));
  const results = await Promise.all(homes.map(({ slug }) => book(slug, { promoCode: code })));
  expect(results.filter(({ http }) => http === 201)).toHaveLength(1);
  for (const loser of results.filter(({ http }) => http !== 201))
    expect(loser).toMatchObject({ http: 400, reason: 'promo_not_valid' });
});

test.each([
  [{ nightly_cents: 0 }, { nightly_cents: 'The price of a night must be an amount above 0, in minor units' }],
  [{ nightly_cents: 10_000_001 }, { nightly_cents: expect.any(String) }],
  [{ promoCode: 7 }, { promoCode: 'Promotion code is not valid' }],
  [{ property: undefined }, { property: 'Please choose a home' }],
  [{ payment: { kind: 'link' } }, { payment: 'There is no such field' }],
])('a preview with %j is rejected by its fields', async (more, fields) => {
  const { slug } = await stays.addProperty();
  const json = { property: slug, ...dates(60), guests: 2, pets: 0, ...more };
  const response = await host.request('POST', '/api/admin/quotes/preview', { json });
  expect([response.status, (await response.json()).fields]).toEqual([400, fields]);
});

test('a booking whose shown total is another one now is rejected with the new total, and books nothing', async () => {
  const { id, slug } = await stays.addProperty();
  const cash = { payment: elsewhere(50_000, 'Cash'), total: 50_000 };
  expect(await book(slug, cash)).toMatchObject({
    http: 409,
    reason: 'price_changed',
    message: 'This stay costs $600.00 now. Please look at it again.',
    total: 60_000,
  });
  expect(await bookingsAt(id)).toEqual([]);
  expect(await book(slug, { ...cash, total: 60_000 })).toMatchObject({ http: 201, due: 10_000 });
});

test('a booking that is requested again is the same one, although its price has changed since', async () => {
  const { slug } = await stays.addProperty();
  const key = newId();
  const first = await book(slug, { total: 60_000 }, key);
  expect(await book(slug, { total: 70_000 }, key)).toEqual(first);
});
