import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { pool } = stays.platform;
const bookingsAt = (property_id: string) =>
  stays.db
    .selectFrom('bookings')
    .select(['status', 'email'])
    .where('property_id', '=', property_id)
    .execute();
const answer = async (response: Response) => ({ ...(await response.json()), http: response.status });

const phone = 'Please tell us a phone number where we can reach you';
const agree = 'Please agree to the house rules and the cancellation policy';
const pay = 'Please choose how you want to pay';
test.each([
  [{ name: 'A' }, { name: 'Please tell us your name' }],
  [{ name: 'x'.repeat(201) }, { name: 'Please tell us your name' }],
  [{ name: { first: 'Ann' } }, { name: 'Please tell us your name' }],
  [{ email: 'ann@' }, { email: 'Email is not a valid email' }],
  [{ email: `${'x'.repeat(250)}@a.example` }, { email: 'Email is not a valid email' }],
  [{ phone: '' }, { phone }],
  [{ phone: '12 34' }, { phone }],
  [{ phone: '1'.repeat(51) }, { phone }],
  [{ note: 7 }, { note: 'Note must be a text' }],
  [{ note: 'x'.repeat(2001) }, { note: 'Note cannot exceed 2000 characters' }],
  [{ plan: 'later' }, { plan: pay }],
  [{ plan: undefined }, { plan: pay }],
  [{ agreed: undefined }, { agreed: agree }],
  [{ agreed: { houseRules: true, cancellation: false } }, { agreed: agree }],
  [{ agreed: { houseRules: 'true', cancellation: 'true' } }, { agreed: agree }],
  [
    { agreed: { houseRules: true, cancellation: true, marketing: true } },
    { agreed: 'Agreed has houseRules, cancellation and laterCharges only' },
  ],
  [{ quoteId: undefined }, { quoteId: 'Please choose your dates first' }],
  [{ total: 1 }, { total: 'There is no such field' }],
  [
    { name: '', phone: '', plan: '' },
    { name: 'Please tell us your name', phone, plan: pay },
  ],
])('a booking with %j is rejected by its fields, and holds no nights', async (more, fields) => {
  const { id, slug } = await stays.addProperty();
  const response = await stays.book((await stays.quote(slug)).id, more);
  expect(await answer(response)).toMatchObject({ http: 400, code: 'invalid', fields });
  expect(await bookingsAt(id)).toEqual([]);
});

test('a booking without an Idempotency-Key is rejected', async () => {
  const { id, slug } = await stays.addProperty();
  const agreed = { houseRules: true, cancellation: true };
  const json = { quoteId: (await stays.quote(slug)).id, name: 'Ann Lee', email: 'ann@guests.example' };
  const response = await stays.request('POST', '/api/bookings', {
    json: { ...json, phone: '+1 850 555 0100', plan: 'full', agreed },
  });
  expect(await answer(response)).toMatchObject({
    http: 400,
    message: 'Please send an Idempotency-Key header, new for each booking.',
    fields: { 'Idempotency-Key': 'Is required' },
  });
  expect(await bookingsAt(id)).toEqual([]);
});

test('a price that is too old, and a home without a deposit, are rejected with a message', async () => {
  const { id, slug } = await stays.addProperty();
  const quote = await stays.quote(slug);
  expect(await answer(await stays.book(quote.id, { plan: 'deposit' }))).toMatchObject({
    http: 400,
    message: 'This stay is paid all at once',
    fields: { plan: 'This stay is paid all at once' },
  });
  await stays.db
    .updateTable('quotes')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', quote.id)
    .execute();
  expect(await answer(await stays.book(quote.id))).toMatchObject({
    http: 409,
    reason: 'quote_expired',
    message: 'This price is older than half an hour. Please look at it again.',
  });
  expect(await bookingsAt(id)).toEqual([]);
});

test('a key that has booked another stay is rejected, and nothing more is held', async () => {
  const [one, other] = [await stays.addProperty(), await stays.addProperty()];
  const key = newId();
  // A key is that of its client address.
  const from = anyAddress();
  const book = async (slug: string) => {
    const { id: quoteId } = await stays.quote(slug);
    const agreed = { houseRules: true, cancellation: true };
    const guest = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0100' };
    const json = { quoteId, ...guest, plan: 'full', agreed };
    return stays.request('POST', '/api/bookings', { json, headers: { 'Idempotency-Key': key }, from });
  };
  expect((await book(one.slug)).status).toBe(201);
  expect(await answer(await book(other.slug))).toMatchObject({
    http: 409,
    message: 'This Idempotency-Key was used for another booking. Please use a new one.',
  });
  expect(await bookingsAt(other.id)).toEqual([]);
});

test('the fourth live hold of an address is rejected with advice and a time', async () => {
  const email = 'often@guests.example';
  const homes = await Promise.all([1, 2, 3, 4].map(() => stays.addProperty()));
  const responses = [];
  for (const { slug } of homes) responses.push(await stays.book((await stays.quote(slug)).id, { email }));
  const last = responses.pop() as Response;
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(2_000);
  expect(await answer(last)).toMatchObject({
    http: 429,
    code: 'tooMany',
    message: 'You are holding several stays already. Please pay or let go of one of them first.',
  });
  expect(await bookingsAt(homes[3]?.id ?? '')).toEqual([]);
});

test('one of eight concurrent guests gets the last use of a promotion code, the others get the reason', async () => {
  const code = `P${newId().slice(-8)}`;
  await stays.db.insertInto('promo_codes').values({ code, percent: 10, max_uses: 1 }).execute();
  const book = async () => {
    const { slug } = await stays.addProperty();
    const json = {
      property: slug,
      checkin: inDays(60),
      checkout: inDays(63),
      guests: 2,
      pets: 0,
      promoCode: code,
    };
    const { id } = await (await stays.request('POST', '/api/quotes', { json, from: anyAddress() })).json();
    return () => stays.book(id).then(answer);
  };
  const guests = await Promise.all(Array.from({ length: 8 }, book));
  const results = await Promise.all(guests.map((send) => send()));
  const losers = results.filter(({ http }) => http !== 201);
  expect(losers).toHaveLength(7);
  for (const loser of losers)
    expect(loser).toMatchObject({
      http: 400,
      reason: 'promo_not_valid',
      message: 'This promotion code has been used up in the meantime.',
    });
});

test('a hold whose nights another channel sells concurrently is released, and its guest gets free alternatives', async () => {
  const { id, slug } = await stays.addProperty();
  const { id: quoteId } = await stays.quote(slug);
  // The trigger simulates a feed that is read between the hold and its payment page.
  await pool.query(`create function sell_elsewhere() returns trigger language plpgsql as $$ begin
      insert into occupied_nights (source_id, property_id, kind, nights)
      select gen_random_uuid(), property_id, 'feed_reservation', daterange(checkin, checkout)
      from bookings where id = new.booking_id;
      return new; end $$`);
  await pool.query(`create trigger sell_elsewhere after insert on booking_events
    for each row execute function sell_elsewhere()`);
  try {
    const result = await answer(await stays.book(quoteId));
    expect(result).toMatchObject({ http: 409, reason: 'dates_taken', nearest: expect.any(Array) });
  } finally {
    await pool.query('drop trigger sell_elsewhere on booking_events');
  }
  expect((await bookingsAt(id)).map(({ status }) => status)).toEqual(['released']);
  expect(await stays.sessions()).not.toContainEqual(
    expect.objectContaining({ status: 'open', customer_email: (await bookingsAt(id))[0]?.email }),
  );
});

test('guests who pay for one home and wait for another keep both: holds are released by home', async () => {
  const [one, other] = [await stays.addProperty(), await stays.addProperty()];
  const first = await stays.book((await stays.quote(one.slug)).id);
  const cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  expect((await stays.book((await stays.quote(other.slug)).id, {}, { cookie })).status).toBe(201);
  expect((await bookingsAt(one.id)).map(({ status }) => status)).toEqual(['held']);
});

test.each([
  ['unknown', 'NO-SUCH-CODE', 'promo_unknown', 'We do not know this promotion code.'],
  ['for another home', 'OTHERHOME', 'promo_not_valid', 'This promotion code does not hold for this stay.'],
])(
  'a promotion code that is %s is rejected with a message, with a reason for programs',
  async (_, promoCode, reason, message) => {
    const [home, other] = [await stays.addProperty(), await stays.addProperty()];
    await stays.db
      .insertInto('promo_codes')
      .values({ code: 'OTHERHOME', percent: 5, property_id: other.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const json = {
      property: home.slug,
      checkin: inDays(60),
      checkout: inDays(63),
      guests: 2,
      pets: 0,
      promoCode,
    };
    const response = await stays.request('POST', '/api/quotes', { json, from: anyAddress() });
    expect(await answer(response)).toMatchObject({ http: 400, reason, message });
  },
);

test('nights that were booked after the price was shown are rejected with the nearest free ones', async () => {
  const { id, slug } = await stays.addProperty();
  const { id: quoteId } = await stays.quote(slug);
  await addBooking(stays.db, { property_id: id, checkin: inDays(62), checkout: inDays(64) });
  const result = await answer(await stays.book(quoteId));
  expect(result).toMatchObject({ http: 409, reason: 'dates_taken', currency: 'usd' });
  expect(result.nearest[0]).toMatchObject({ checkin: inDays(59), checkout: inDays(62), total: 60_000 });
});
