import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { lockProperties } from '../calendar/store.server.ts';
import { previewMoveEmail } from './preview-move.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const move = async (code: string, json: object, path = 'move') => {
  const response = await host.request('POST', `/api/admin/bookings/${code}/${path}`, { json });
  return { ...(await response.json()), http: response.status };
};
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const movedMails = async ({ code }: Pick<Placed, 'code'>) => {
  const mails = await stays.queuedMail();
  return mails
    .filter(({ subject }) => subject.startsWith('Moved: ') && subject.includes(code))
    .map(({ content }) => (content ? toPlainText(content) : ''));
};
const events = async (code: string, event: string) =>
  stays.db
    .selectFrom('booking_events')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('details')
    .where('code', '=', code)
    .where('event', '=', event)
    .execute();

async function promoStay(rules: object, nights = 3) {
  const { id, slug } = await stays.addProperty();
  const code = `P${newId().slice(-8)}`;
  await stays.db
    .insertInto('promo_codes')
    .values({ code, percent: 10, ...rules })
    .execute();
  const json = { property: slug, ...dates(60, nights), guests: 2, pets: 0, promoCode: code };
  const quote = await (await stays.request('POST', '/api/quotes', { json, from: '192.0.2.7' })).json();
  const placed = await (await stays.book(quote.id)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  expect(await stays.readConfirmed(placed)).toMatchObject({ total: nights * 18_000 });
  return { placed: placed as Placed, promo: code, property: id };
}
const setPromo = (code: string, values: object) =>
  stays.db.updateTable('promo_codes').set(values).where('code', '=', code).execute();

test.each([
  ['while its nights are within the code’s', { is_active: true }],
  ['although the code was switched off since', { is_active: false }],
  ['although the code is used up since', { max_uses: 1 }],
  ['although nobody can book with the code any more', { book_until: inDays(0) }],
])('a moved stay keeps its promotion %s', async (_, change) => {
  const { placed, promo } = await promoStay({});
  await setPromo(promo, change);
  expect(await move(placed.code, dates(70, 4))).toMatchObject({ http: 200, total: 72_000 });
  expect((await stays.stored(placed.code)).promo_code_id).not.toBeNull();
});

test('the mail of a move has a charge that is due alone beside the balance, in its preview as it is sent', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const { code } = await stays.confirmed(slug, { plan: 'deposit' });
  const heat = { label: 'Heat the pool', amount: 2_500, isTaxed: false, reason: 'As you asked' };
  const charged = await host.request('POST', `/api/admin/bookings/${code}/charges`, {
    json: { ...heat, collect: 'link' },
    headers: { 'Idempotency-Key': newId() },
  });
  expect(charged.status).toBe(201);
  const request = { property: slug, ...dates(70), note: '' };
  const ctx: Ctx = { ...stays.ctx, viewer: { email: 'host@example.com', role: 'admin' } as Ctx['viewer'] };
  const { content } = await previewMoveEmail(ctx, code, request);
  expect(await move(code, request)).toMatchObject({ http: 200 });
  const [sent = ''] = await movedMails({ code });
  for (const text of [content ? toPlainText(content) : '', sent])
    expect(text).toMatch(/To pay now: \$25\.00\s+Will be charged on .*: \$420\.00/);
});

test.each([
  ['keeps its discount for booking early', 'early' as const, 30, 48_000],
  ['gets no discount for the last minute', 'last_minute' as const, 10, 60_000],
])('a stay that was booked long ago %s when it is moved near', async (_, kind, days_before, total) => {
  const { id, slug } = await stays.addProperty();
  await stays.db
    .insertInto('discounts')
    .values({ property_id: id, kind, days_before, percent: 20 })
    .execute();
  const placed = await stays.confirmed(slug);
  await stays.set(placed.code, { created_at: new Date(Date.now() - 100 * 86_400_000) });
  expect(await move(placed.code, dates(5), 'move/preview')).toMatchObject({ http: 200, to: { total } });
});

test.each([
  ['for nights after the code’s', { stay_until: inDays(65) }, dates(70)],
  ['for nights before the code’s', { stay_from: inDays(60) }, dates(50)],
  ['for fewer nights than the code’s', { min_nights: 3 }, dates(60, 2)],
])('a moved stay loses its promotion %s, which the preview says in its price', async (_, rules, to) => {
  const { placed } = await promoStay(rules);
  const total = to.checkout === inDays(62) ? 40_000 : 60_000;
  expect(await move(placed.code, to, 'move/preview')).toMatchObject({ http: 200, to: { total } });
  expect(await move(placed.code, to)).toMatchObject({ http: 200, total });
  expect((await stays.stored(placed.code)).promo_code_id).toBeNull();
});

test('a promotion of one home does not go along to another', async () => {
  const { placed, promo, property } = await promoStay({});
  await setPromo(promo, { property_id: property });
  const other = await stays.addProperty();
  expect(await move(placed.code, { ...dates(60), property: other.slug })).toMatchObject({ total: 60_000 });
});

test('one of two hosts who move one stay concurrently is rejected', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const moves = await stays.db.transaction().execute(async (tx) => {
    // Both requests have read the stay before one of them changes it.
    await lockProperties(tx, [id]);
    const both = [70, 80].map((from) => move(placed.code, dates(from)));
    await stays.untilBlocked(2);
    return both;
  });
  const results = await Promise.all(moves);
  expect(results.map(({ http }) => http).sort()).toEqual([200, 409]);
  expect(results.find(({ http }) => http === 409)).toMatchObject({
    code: 'conflict',
    message: 'This stay was moved a moment ago. Please look at it again.',
  });
  expect([await movedMails(placed), await events(placed.code, 'moved')].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

test('the same move twice at the same moment is one move and one mail', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const results = await Promise.all([1, 2, 3].map(() => move(placed.code, dates(70, 2))));
  expect(results.map(({ http }) => http)).toEqual([200, 200, 200]);
  expect([await movedMails(placed), await events(placed.code, 'moved')].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 20000']);
});

test('a stay that its guest cancels while it is moved is either, and its money fits', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { slug } = await stays.addProperty();
    const placed = await stays.confirmed(slug);
    const [moved, cancelled] = await Promise.all([
      move(placed.code, dates(70, 2)),
      stays.act(placed, 'cancel', { refund: 0 }),
    ]);
    await stays.run();
    const { status, checkout } = await stays.stored(placed.code);
    expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'confirmed');
    expect(checkout).toBe(moved.http === 200 ? inDays(72) : inDays(63));
    expect(await stays.ledger(placed.code)).toEqual(
      moved.http === 200 ? ['charge 60000', 'refund 20000'] : ['charge 60000'],
    );
  }
});

test('a stay whose balance a bank works on is not moved before that is known', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete', { unpaid: true });
  expect(await move(placed.code, dates(70))).toMatchObject({
    http: 409,
    message: 'A payment for this stay is on its way. Please try again in a minute.',
  });
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));
});

test('a stay that moves to the next days brings its address and access at once, and not a second time', async () => {
  const { slug } = await stays.addProperty({
    street_address: '7 Gulf Drive',
    access_notes: 'Door code 4711',
  });
  const placed = await stays.confirmed(slug);
  expect(await move(placed.code, dates(1))).toMatchObject({ http: 200, accessSentAt: expect.any(String) });
  expect((await movedMails(placed)).join()).toContain('Door code 4711');
  await stays.run();
  const subjects = await stays.subjects(placed.code, 'guest');
  expect(subjects.filter((subject) => /arriv|address/i.test(subject))).toEqual([]);
});

test('a stay that moves away from the next days gets its address and access again in time', async () => {
  const { slug } = await stays.addProperty({
    street_address: '7 Gulf Drive',
    access_notes: 'Door code 4711',
  });
  const placed = await stays.confirmed(slug, {}, 1);
  expect((await stays.stored(placed.code)).arrival_sent_at).not.toBeNull();
  expect(await move(placed.code, dates(40))).toMatchObject({ http: 200, accessSentAt: null });
  expect((await movedMails(placed)).join()).not.toContain('Door code 4711');
});

test('a stay that moves to the next days in a home that says nothing yet gets its arrival mail once it does', async () => {
  const { slug } = await stays.addProperty({ street_address: '', access_notes: '' });
  const placed = await stays.confirmed(slug);
  expect(await move(placed.code, dates(1))).toMatchObject({ http: 200, accessSentAt: null });
});

test('a balance whose day comes within 3 days is announced by the mail about the move, and not again', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  expect(await move(placed.code, dates(32))).toMatchObject({ http: 200, dueOn: inDays(2), due: 42_000 });
  expect((await stays.stored(placed.code)).balance_announced_at).not.toBeNull();
  await stays.run();
  expect(await events(placed.code, 'balance_announced')).toEqual([]);
  expect(await move(placed.code, dates(70))).toMatchObject({ http: 200, dueOn: inDays(40) });
  expect((await stays.stored(placed.code)).balance_announced_at).toBeNull();
});

test('a stay may be kept at its price, also where the new one costs more', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  expect(await move(placed.code, { ...dates(70, 5), keepPrice: true })).toMatchObject({
    http: 200,
    total: 60_000,
    due: 0,
  });
  expect(await move(placed.code, { ...dates(70, 2), keepPrice: true })).toMatchObject({ total: 40_000 });
});

const tooLong = 'Note is a text of at most 2000 characters';
const noTotal = 'Please send the total that you were shown, in minor units';
test.each([
  [{ total: -1 }, { total: noTotal }],
  [{ total: 'x' }, { total: noTotal }],
  [{ keepPrice: 'yes' }, { keepPrice: 'Keep price must be true or false' }],
  [{ note: 'x'.repeat(2001) }, { note: tooLong }],
  [{ property: '' }, { property: 'Please choose a home' }],
  [{ checkin: inDays(-9), checkout: inDays(-3) }, { checkout: 'A stay cannot end before today' }],
])('a move with %j is rejected by its field, in the preview, too', async (more, fields) => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  for (const path of ['move', 'move/preview'])
    expect(await move(placed.code, { ...dates(70), ...more }, path)).toMatchObject({ http: 400, fields });
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));
});

test('another total than the one that was shown is rejected with the one of now', async () => {
  const { slug } = await stays.addProperty({ title: 'Gulf Breeze' });
  const placed = await stays.confirmed(slug);
  expect(await move(placed.code, { ...dates(70, 4), total: 60_000 })).toMatchObject({
    http: 409,
    reason: 'price_changed',
    total: 80_000,
    currency: 'usd',
    message: 'The stay in Gulf Breeze costs $800.00 now. Please look at it again.',
  });
});

test.each([
  ['later', 70],
  ['earlier', 50],
])(
  'a stay that moves %s than its guest deleted their account loses them the day after it',
  async (_, from) => {
    const { slug } = await stays.addProperty();
    const placed = await stays.confirmed(slug);
    const { email } = await stays.stored(placed.code);
    const guest = await signedInBrowser(stays, email, cookieBrowser(stays));
    expect((await guest.request('DELETE', '/api/users/me', { json: {} })).status).toBe(200);
    expect(await move(placed.code, dates(from))).toMatchObject({ http: 200 });
    expect(await stays.stored(placed.code)).toMatchObject({ email, anonymize_on: inDays(from + 3) });
  },
);

test('a stay that moves keeps its guest while they keep their account', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  expect(await move(placed.code, dates(70))).toMatchObject({ http: 200 });
  expect((await stays.stored(placed.code)).anonymize_on).toBeNull();
});

test('a stay that moves to the next days without an address to write to does not count as having received its access', async () => {
  const { slug } = await stays.addProperty({ access_notes: 'Door code 4711' });
  const placed = await stays.confirmed(slug);
  await stays.set(placed.code, { email: 'deleted@account.invalid' });
  expect(await move(placed.code, dates(1))).toMatchObject({ http: 200, accessSentAt: null });
});

test('a stay that is over is not moved', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await stays.set(placed.code, { checkin: inDays(-5), checkout: inDays(-2) });
  expect(await move(placed.code, dates(70))).toMatchObject({ http: 409, message: 'This stay is over.' });
});

test.each([
  ['opens later again', { is_coming_soon: true }],
  ['takes no pets any more', { max_pets: 0 }],
  ['takes fewer people since', { guests: 1 }],
])(
  'a stay moves to other dates in its own home, which %s, and no other stay moves there',
  async (_, change) => {
    const { id, slug } = await stays.addProperty();
    const placed = await stays.confirmed(slug);
    await stays.set(placed.code, { pets: 1 });
    await stays.db.updateTable('properties').set(change).where('id', '=', id).execute();
    expect(await move(placed.code, dates(70))).toMatchObject({ http: 200, ...dates(70) });

    const elsewhere = await stays.confirmed((await stays.addProperty()).slug);
    await stays.set(elsewhere.code, { pets: 1 });
    expect((await move(elsewhere.code, { ...dates(80), property: slug })).reason).toMatch(
      /not_open|too_many/,
    );
  },
);

test('a stay that was booked half a year ago is moved: its mail has only the terms that are still to come', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const { quote_id } = await stays.stored(placed.code);
  const steps = [
    { days_before: 90, refund_percent: 100 },
    { days_before: 1, refund_percent: 50 },
  ];
  const cancellation_policy = JSON.stringify({ name: 'Firm', graceHours: 24, steps });
  await stays.db.updateTable('quotes').set({ cancellation_policy }).where('id', '=', quote_id).execute();
  await stays.set(placed.code, { confirmed_at: new Date(`${inDays(-180)}T18:00:00Z`) });
  await move(placed.code, dates(70));
  const [text] = await movedMails(placed);
  expect(text).toContain(`50% refund: until ${formatDate(inDays(69))}`);
  expect(text).not.toMatch(/Full refund|Everything back/);
});
