import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { notifyOpenedProperties, unsubscribeLinks } from './actions.server.ts';
import { notifyOpenedNights } from './nights.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const { pool } = stays.platform;
const dates = { checkin: inDays(60), checkout: inDays(63) };
const join = async (property: unknown, more: object = {}) => {
  const json = { property, ...dates, guests: 2, email: newAddress(), ...more };
  const response = await stays.request('POST', '/api/waitlist', { json, from: anyAddress() });
  return { ...(await response.json()), http: response.status };
};
/** A home whose nights are taken, as those are for which a list can be joined. */
const takenHome = async () => {
  const { id, slug } = await stays.addProperty();
  const booking = await addBooking(db, { property_id: id, ...dates });
  const open = () =>
    db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booking.id).execute();
  return { id, slug, open };
};
let addresses = 0;
/** One address joins few lists in a day. */
const newAddress = (): string => {
  addresses += 1;
  return `wait-${addresses}@guests.example`;
};
const notify = async (propertyId: string, email = newAddress(), more: object = {}) => {
  const json = { propertyId, email, elapsedMs: 60_000, ...more };
  const response = await stays.request('POST', '/api/notify', { json, from: anyAddress() });
  return { ...(await response.json()), http: response.status };
};
const leave = (token: string) =>
  stays.request('POST', `/api/notify/leave?token=${encodeURIComponent(token)}`, { from: anyAddress() });
const entriesOf = (property_id: string) =>
  db.selectFrom('waitlist_entries').selectAll().where('property_id', '=', property_id).execute();
const mailsAbout = async (id: string) => (await stays.queuedMail()).filter(({ key }) => key.includes(id));
const tokenOf = (id: string) => new URL(unsubscribeLinks(ctx, id).page).searchParams.get('token') ?? '';

test.each([
  [{ checkin: 'x' }, { checkin: 'Check-in must be a valid date' }],
  [{ checkout: dates.checkin }, { checkout: 'Check-out must be after check-in' }],
  [{ guests: 0 }, { guests: 'Guests must be a whole number, 1 or more' }],
  [{ guests: '2' }, { guests: 'Guests must be a whole number, 1 or more' }],
  [{ email: 'ann@' }, { email: 'Email is not a valid email' }],
  [{ email: '' }, { email: expect.stringContaining('Email') }],
  [{ property: '' }, { property: 'Please choose a home' }],
  [{ pets: 1 }, { pets: 'There is no such field' }],
])('waiting for nights with %j is rejected by its field, and the list stays empty', async (more, fields) => {
  const { id, slug } = await stays.addProperty();
  expect(await join(slug, more)).toMatchObject({ http: 400, fields });
  expect(await entriesOf(id)).toEqual([]);
});

test.each([
  ['too_many_guests', 400, { guests: 9 }, {}],
  ['too_soon', 400, { checkin: inDays(-3), checkout: inDays(-1) }, {}],
  ['too_far', 400, { checkin: inDays(800), checkout: inDays(803) }, {}],
  ['too_short', 400, {}, { min_nights: 5 }],
  ['not_open', 409, {}, { booking_mode: 'inquiry' as const }],
])('a stay that is never sold has no waitlist: %s', async (reason, http, more, home) => {
  const { id, slug } = await stays.addProperty(home);
  expect(await join(slug, more)).toMatchObject({ http, reason });
  expect(await entriesOf(id)).toEqual([]);
});

test('a home that is unknown or not listed has no list', async () => {
  const { slug } = await stays.addProperty({ is_listed: false });
  for (const property of [slug, 'no-such-home', '\u0000'])
    expect([404, 400]).toContain((await join(property)).http);
  expect(await join(slug)).toMatchObject({ http: 404, message: 'There is no home at this address.' });
});

test('a guest who joins twice, also concurrently, has one entry with the newest number of guests', async () => {
  const { id, slug } = await takenHome();
  const email = 'twice@guests.example';
  const answers = await Promise.all([1, 2, 3].map(() => join(slug, { email })));
  expect(answers.map(({ http }) => http)).toEqual([201, 201, 201]);
  expect(await join(slug, { email: 'TWICE@guests.example', guests: 4 })).toMatchObject({ http: 201 });
  expect(await entriesOf(id)).toMatchObject([{ email, guests: 4, notified_at: null }]);
});

test('two concurrent runs of the job mail everybody once', async () => {
  const { id, slug, open } = await takenHome();
  for (const name of ['a', 'b', 'c']) await join(slug, { email: `${name}@guests.example` });
  await notifyOpenedNights(ctx);
  const entries = await entriesOf(id);
  expect(entries).toHaveLength(3);
  for (const entry of entries) expect(await mailsAbout(entry.id)).toEqual([]);
  await open();
  await Promise.all([notifyOpenedNights(ctx), notifyOpenedNights(ctx), notifyOpenedNights(ctx)]);
  for (const entry of entries) expect(await mailsAbout(entry.id)).toHaveLength(1);
});

/** Runs `work` while the queue takes no mail whose content has `text` in it. */
async function rejectingMails(text: string, work: () => Promise<void>): Promise<void> {
  await pool.query(`create function reject_mail() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`);
  await pool.query(`create trigger reject_mail before insert on graphile_worker._private_jobs
    for each row when (new.payload::text like '%${text}%') execute function reject_mail()`);
  try {
    await work();
  } finally {
    await pool.query('drop trigger reject_mail on graphile_worker._private_jobs');
    await pool.query('drop function reject_mail');
  }
}

test('a mail about open nights that cannot be queued leaves its guest waiting for the next run', async () => {
  const { id, slug, open } = await takenHome();
  expect(await join(slug)).toMatchObject({ http: 201 });
  await open();
  await rejectingMails('', async () => {
    await expect(notifyOpenedNights(ctx)).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: expect.stringContaining('the disk is full') })],
    });
  });
  const [entry] = await entriesOf(id);
  expect(entry?.notified_at).toBeNull();
  await notifyOpenedNights(ctx);
  expect(await mailsAbout(entry?.id ?? '')).toHaveLength(1);
});

test('a mail that cannot be queued keeps none from those who wait behind it, and the run still fails', async () => {
  const { id, slug, open } = await takenHome();
  const [first, last] = [newAddress(), newAddress()];
  for (const email of [first, last]) await join(slug, { email });
  await open();
  await rejectingMails(first, () => expect(notifyOpenedNights(ctx)).rejects.toThrow(AggregateError));
  const entries = await entriesOf(id);
  const isNotified = (email: string) =>
    entries.some((entry) => entry.email === email && entry.notified_at !== null);
  expect([isNotified(first), isNotified(last)]).toEqual([false, true]);
  await notifyOpenedNights(ctx);
  for (const entry of entries) expect(await mailsAbout(entry.id)).toHaveLength(1);
});

test('however many mails cannot be queued, each of those who wait behind them gets theirs in the same run', async () => {
  const { id, slug, open } = await takenHome();
  const failing = Array.from({ length: 30 }, (_, index) => ({
    id: newId(),
    property_id: id,
    email: `unqueued-${index}@guests.example`,
    ...dates,
    guests: 2,
  }));
  await db.insertInto('waitlist_entries').values(failing).execute();
  const email = newAddress();
  await join(slug, { email });
  await open();
  await rejectingMails('unqueued-', () =>
    expect(notifyOpenedNights(ctx)).rejects.toThrow('Waitlist: 30 failed, and wait for the next run'),
  );
  const notified = (await entriesOf(id)).filter(({ notified_at }) => notified_at !== null);
  expect(notified.map((entry) => entry.email)).toEqual([email]);
  await notifyOpenedNights(ctx);
  expect((await entriesOf(id)).filter(({ notified_at }) => notified_at === null)).toEqual([]);
});

test('a mail about a home that opened, which cannot be queued, keeps none from those who wait behind it', async () => {
  const { id } = await stays.addProperty({ is_coming_soon: true });
  for (const name of ['unqueued', 'behind']) await notify(id, `${name}@guests.example`);
  await db.updateTable('properties').set({ is_coming_soon: false }).where('id', '=', id).execute();
  const waiting = async () =>
    (await entriesOf(id)).filter(({ notified_at }) => notified_at === null).map(({ email }) => email);
  await rejectingMails('unqueued@', () =>
    expect(notifyOpenedProperties(ctx)).rejects.toThrow(AggregateError),
  );
  expect(await waiting()).toEqual(['unqueued@guests.example']);
  await notifyOpenedProperties(ctx);
  expect(await waiting()).toEqual([]);
  for (const entry of await entriesOf(id)) expect(await mailsAbout(entry.id)).not.toEqual([]);
});

test('a stay that cannot be sold keeps no mail from those who wait behind it, however many', async () => {
  const { id, slug, open } = await takenHome();
  const entries = Array.from({ length: 250 }, () => ({ id: newId(), property_id: id, email: newAddress() }));
  await db
    .insertInto('waitlist_entries')
    .values(entries.map((entry) => ({ ...entry, ...dates, guests: 20 })))
    .execute();
  const email = newAddress();
  await join(slug, { email });
  await open();
  await notifyOpenedNights(ctx);
  const told = (await entriesOf(id)).filter(({ notified_at }) => notified_at !== null);
  expect(told.map((entry) => entry.email)).toEqual([email]);
});

test('nights that are past are waited for in vain and in silence', async () => {
  const { id, slug, open } = await takenHome();
  expect(await join(slug)).toMatchObject({ http: 201 });
  await open();
  const later = new Date(Date.now() + 61 * 86_400_000);
  await notifyOpenedNights({ ...ctx, now: () => later });
  const [entry] = await entriesOf(id);
  expect(entry).toMatchObject({ notified_at: null });
  expect(await mailsAbout(entry?.id ?? '')).toEqual([]);
  await db.deleteFrom('waitlist_entries').where('property_id', '=', id).execute();
});

test('nights of a home that is not listed any more are waited for in silence, until it is listed again', async () => {
  const { id, slug, open } = await takenHome();
  expect(await join(slug)).toMatchObject({ http: 201 });
  await open();
  const list = (is_listed: boolean) =>
    db.updateTable('properties').set({ is_listed }).where('id', '=', id).execute();
  await list(false);
  await notifyOpenedNights(ctx);
  const [entry] = await entriesOf(id);
  expect(entry).toMatchObject({ notified_at: null });
  expect(await mailsAbout(entry?.id ?? '')).toEqual([]);
  await list(true);
  await notifyOpenedNights(ctx);
  expect(await mailsAbout(entry?.id ?? '')).toHaveLength(1);
});

test.each([
  ['of nobody', () => ''],
  ['without its signature', (token: string) => token.split('.')[0] ?? ''],
  ['with the signature of another', (token: string) => `${newId()}.${token.split('.')[1]}`],
  ['that was cut', (token: string) => token.slice(0, -3)],
  ['that is no token', () => '../../etc/passwd'],
])('a link %s leaves no list', async (_, change) => {
  const { id, slug } = await takenHome();
  await join(slug);
  const [entry] = await entriesOf(id);
  expect(entry).toBeDefined();
  const response = await leave(change(tokenOf(entry?.id ?? '')));
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    'This link is not complete. Please follow it from the mail once more.',
  ]);
  expect(await entriesOf(id)).toHaveLength(1);
});

test('a list is left once, and following the link again, also concurrently, is no error', async () => {
  const { id, slug } = await takenHome();
  await join(slug, { email: 'leaves@guests.example' });
  await join(slug, { email: 'stays@guests.example' });
  const entry = (await entriesOf(id)).find(({ email }) => email === 'leaves@guests.example');
  const token = tokenOf(entry?.id ?? '');
  const responses = await Promise.all([1, 2, 3].map(() => untilTaken(() => leave(token))));
  expect([...responses, await leave(token)].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await entriesOf(id)).map(({ email }) => email)).toEqual(['stays@guests.example']);
});

test.each([
  ['a wrong address', { email: 'ann@' }, 400],
  ['a filled trap', { website: 'https://spam.example' }, 400],
  ['the speed of a robot', { elapsedMs: 10 }, 400],
])('the list of a home is closed to %s', async (_, more, http) => {
  const { id } = await stays.addProperty({ is_coming_soon: true });
  const { email = 'ann@guests.example', ...signals } = more as { email?: string };
  expect((await notify(id, email, signals)).http).toBe(http);
  expect(await entriesOf(id)).toEqual([]);
});

test('a home that is open, unknown or not listed has no list of those who wait for it', async () => {
  const [open, hidden] = [
    await stays.addProperty({ title: 'Gulf Breeze' }),
    await stays.addProperty({ is_coming_soon: true, is_listed: false }),
  ];
  expect(await notify(open.id)).toMatchObject({ http: 400, message: 'Gulf Breeze can be booked already.' });
  for (const id of [hidden.id, newId(), 'x'])
    expect(await notify(id)).toMatchObject({ http: 404, message: 'There is no home at this address.' });
});

test('a home that opens is announced once to everybody, also by two concurrent runs', async () => {
  const { id } = await stays.addProperty({ is_coming_soon: true });
  for (const name of ['a', 'b']) await notify(id, `${name}@guests.example`);
  await notifyOpenedProperties(ctx);
  const opened = async () =>
    (await stays.queuedMail()).filter(({ key, to }) => key.endsWith('-opened') && /^[ab]@/.test(to.address))
      .length;
  const before = await opened();
  await db.updateTable('properties').set({ is_coming_soon: false }).where('id', '=', id).execute();
  await Promise.all([notifyOpenedProperties(ctx), notifyOpenedProperties(ctx)]);
  await notifyOpenedProperties(ctx);
  expect((await opened()) - before).toBe(2);
});
