import { beforeEach, expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { deleteFromLedger } from '../../../../test/ledger.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { lockBooking, writeStatus } from '../../bookings/record/bookings-store.server.ts';
import { findConflicts } from './find-conflicts.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { db, ctx } = stays;
beforeEach(async () => {
  await db.deleteFrom('calendar_conflicts').execute();
  await db.deleteFrom('feed_events').execute();
  await db.updateTable('properties').set({ is_listed: false }).execute();
});

const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });

/** A paid stay on nights that Vrbo sold, too, and the conflict of both. */
async function soldTwice() {
  const { id: property_id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const feed = { property_id, channel: 'vrbo' as const, url: 'https://vrbo.example/1.ics', is_active: false };
  const { id: feed_id } = await db
    .insertInto('calendar_feeds')
    .values(feed)
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { feed_id, property_id, uid: 'a', kind: 'reservation' as const, ...dates(61) };
  await db.insertInto('feed_events').values(event).execute();
  await findConflicts(ctx);
  const { conflicts } = await (await host.request('GET', '/api/admin/conflicts')).json();
  return { placed, slug, property_id, id: conflicts[0].id as string };
}
const post = async (id: string, path: string, json: object) => {
  const response = await host.request('POST', `/api/admin/conflicts/${id}/${path}`, { json });
  return { ...(await response.json()), http: response.status };
};
const mails = async () => (await stays.queuedMail()).length;

const noTotal = 'Please send the total that you were shown, in minor units';
const noRefund = 'Please send the refund that you were shown, in minor units';
const offer = 'Please choose 1 to 10 stays to offer';
const seen = 'Please send the moment that you were shown';
const choose = 'Please choose to move, to offer dates or to refund';
const note = 'Note is a text of at most 2000 characters';
test.each([
  [{}, { choice: choose }],
  [{ choice: 'toString' }, { choice: choose }],
  [{ choice: 'move' }, { property: 'Please choose a home', total: noTotal }],
  [{ choice: 'move', property: 'a', total: 1.5 }, { total: noTotal }],
  [{ choice: 'move', property: 'a', total: 1, stays: [] }, { stays: 'There is no such field' }],
  [{ choice: 'dates', stays: [] }, { stays: offer }],
  [{ choice: 'dates', stays: Array(11).fill(dates(70)) }, { stays: offer }],
  [{ choice: 'dates', stays: [dates(70, 0)] }, { stays: offer }],
  [{ choice: 'dates', stays: [{ ...dates(70), property: 'a' }] }, { stays: offer }],
  [{ choice: 'dates', stays: [dates(70)], offeredAt: 'today' }, { offeredAt: seen }],
  [{ choice: 'refund', refund: 1, offeredAt: null }, { offeredAt: 'There is no such field' }],
  [{ choice: 'refund' }, { refund: noRefund }],
  [{ choice: 'refund', refund: -1 }, { refund: noRefund }],
  [{ choice: 'refund', refund: 1, note: 7 }, { note }],
  [{ choice: 'refund', refund: 1, note: 'x'.repeat(2001) }, { note }],
])(
  'the choice %j is rejected by its fields, in the preview, too, and the stay does not change',
  async (json, fields) => {
    const { placed, id } = await soldTwice();
    const before = await mails();
    for (const path of ['preview', 'resolve'])
      expect(await post(id, path, json)).toMatchObject({ http: 400, code: 'invalid', fields });
    expect([(await stays.stored(placed.code)).status, await mails()]).toEqual(['confirmed', before]);
  },
);

test.each([
  ['move', () => ({ choice: 'move', property: 'a', total: 1 })],
  ['dates', () => ({ choice: 'dates', stays: [dates(70)] })],
  ['refund', () => ({ choice: 'refund', refund: 60_000 })],
])('the choice to %s for a conflict that is gone, or that never was, is not found', async (_, choice) => {
  const { placed, id } = await soldTwice();
  await db.deleteFrom('feed_events').execute();
  await findConflicts(ctx);
  for (const conflict of [id, newId(), 'none'])
    for (const path of ['preview', 'resolve'])
      expect(await post(conflict, path, choice())).toMatchObject({
        http: 404,
        message: 'There is no such conflict any more: one of the two stays is gone.',
      });
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('another figure than what is paid now is rejected with the one of now', async () => {
  const { placed, id } = await soldTwice();
  const refund = { amount: 10_000, reason: 'The noise' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json: refund });
  expect(await post(id, 'resolve', { choice: 'refund', refund: 60_000 })).toMatchObject({
    http: 409,
    reason: 'price_changed',
    refund: 50_000,
    currency: 'usd',
    message: 'The refund is $500.00 now. Please look at it again.',
  });
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test.each([
  ['card', 'to the card you paid with'],
  ['elsewhere', 'in the way in which you paid'],
] as const)('the mail of a refund paid by %s is sent as the hosts saw it before', async (method, way) => {
  const { placed, id } = await soldTwice();
  const { id: booking_id } = await stays.stored(placed.code);
  if (method === 'elsewhere') {
    await deleteFromLedger(db, booking_id);
    await db
      .insertInto('payments')
      .values({ booking_id, kind: 'charge', amount_cents: 60_000, method })
      .execute();
  }
  const choice = { choice: 'refund', refund: 60_000, note: 'Vrbo sold it first.' };
  const { text } = await post(id, 'preview', choice);
  expect(text).toContain(`We refund $600.00 ${way}.`);
  expect((await post(id, 'resolve', choice)).http).toBe(200);
  const sent = (await stays.queuedMail()).find(
    ({ subject }) => subject.startsWith('Cancelled: ') && subject.endsWith(`(${placed.code})`),
  );
  expect(sent?.content && toPlainText(sent.content)).toBe(text);
});

test('one of two hosts who refund one conflict concurrently gets an error, and the money is refunded once', async () => {
  const { placed, id } = await soldTwice();
  const choose = () => post(id, 'resolve', { choice: 'refund', refund: 60_000 });
  const results = await Promise.all([choose(), choose()]);
  expect(results.filter(({ http }) => http === 200)).toHaveLength(1);
  for (const { http } of results) expect([200, 404, 409]).toContain(http);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
});

const offeredTwice = 'Other dates have been offered by now, or the conflict is over. Nothing more was sent.';

test('one of two hosts who offer other dates concurrently gets an error, and the guest gets one mail', async () => {
  const { id } = await soldTwice();
  const before = await mails();
  const offers = await Promise.all(
    [70, 80].map((day) => post(id, 'resolve', { choice: 'dates', stays: [dates(day)] })),
  );
  expect(offers.map(({ http }) => http).sort()).toEqual([200, 409]);
  expect(offers.find(({ http }) => http === 409)).toMatchObject({ code: 'conflict', message: offeredTwice });
  expect(await mails()).toBe(before + 1);
});

test('a host who has not seen that other dates were offered gets an error, and one who has can offer others', async () => {
  const { id } = await soldTwice();
  const before = await mails();
  const send = (offeredAt: string | null, day: number) =>
    post(id, 'resolve', { choice: 'dates', stays: [dates(day)], offeredAt });
  const { conflicts } = await send(null, 70);
  expect(await send(null, 80)).toMatchObject({ http: 409, message: offeredTwice });
  expect(await send(new Date(0).toISOString(), 80)).toMatchObject({ http: 409 });
  expect(await mails()).toBe(before + 1);
  expect((await send(conflicts[0].offeredAt, 80)).http).toBe(200);
  expect(await mails()).toBe(before + 2);
});

test('other dates for a stay that is cancelled concurrently are not sent', async () => {
  const { id, placed } = await soldTwice();
  const before = await mails();
  const waiting = await db.transaction().execute(async (tx) => {
    const booking = await stays.stored(placed.code);
    await lockBooking(tx, booking.id);
    const response = post(id, 'resolve', { choice: 'dates', stays: [dates(70)] });
    await stays.untilBlocked();
    await writeStatus(tx, booking.id, { status: 'cancelled', updated_at: new Date() });
    return { response };
  });
  expect(await waiting.response).toMatchObject({
    http: 409,
    message: 'This stay was changed a moment ago. Please look at it again.',
  });
  expect(await mails()).toBe(before);
});

test('a guest moves to another home only while it is free, and while its price is the one that was shown', async () => {
  const { placed, id } = await soldTwice();
  const other = await stays.addProperty({ nightly_cents: 15_000 });
  const move = (total: number) => post(id, 'resolve', { choice: 'move', property: other.slug, total });
  expect(await move(60_000)).toMatchObject({ http: 409, reason: 'price_changed', total: 45_000 });
  await addBooking(db, { property_id: other.id, ...dates(62) });
  expect(await move(45_000)).toMatchObject({ http: 409, reason: 'dates_taken' });
  expect(await post(id, 'resolve', { choice: 'move', property: 'nowhere', total: 1 })).toMatchObject({
    http: 404,
  });
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', ...dates(60) });
});

test('a home that costs less is chosen at its price, and one that costs more at that of the stay', async () => {
  for (const [nightly_cents, total] of [
    [15_000, 45_000],
    [90_000, 60_000],
  ] as const) {
    const { placed, id } = await soldTwice();
    const other = await stays.addProperty({ nightly_cents });
    const { choices } = await (await host.request('GET', `/api/admin/conflicts/${id}`)).json();
    expect(choices.properties).toEqual([expect.objectContaining({ slug: other.slug, total })]);
    expect((await post(id, 'resolve', { choice: 'move', property: other.slug, total })).http).toBe(200);
    expect(await stays.read(placed)).toMatchObject({ property: { slug: other.slug }, total });
    await db.updateTable('properties').set({ is_listed: false }).execute();
  }
});

test('dates that have been taken are not offered, and no mail goes out', async () => {
  const { placed, property_id, id } = await soldTwice();
  await addBooking(db, { property_id, ...dates(70) });
  const before = await mails();
  expect(await post(id, 'resolve', { choice: 'dates', stays: [dates(80), dates(70)] })).toMatchObject({
    http: 409,
    reason: 'dates_taken',
  });
  expect([await mails(), (await stays.stored(placed.code)).status]).toEqual([before, 'confirmed']);
});

test('a conflict is opened only by its id', async () => {
  for (const id of ['none', newId(), '%00'])
    expect((await host.request('GET', `/api/admin/conflicts/${id}`)).status).toBe(404);
});
