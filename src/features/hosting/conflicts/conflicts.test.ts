import { beforeEach, expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
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

async function addFeed(property_id: string, feed: object = {}) {
  const values = {
    channel: 'vrbo' as const,
    name: 'Vrbo',
    url: 'https://vrbo.example/1.ics',
    is_active: false,
  };
  const { id } = await db
    .insertInto('calendar_feeds')
    .values({ property_id, ...values, ...feed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addEvent(property_id: string, from: number, more: object = {}) {
  const feed_id = await addFeed(property_id);
  const event = { feed_id, property_id, uid: 'a', kind: 'reservation' as const, ...dates(from), ...more };
  const row = await db.insertInto('feed_events').values(event).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** A paid stay on the nights that Vrbo sold, too. */
async function soldTwice() {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const eventId = await addEvent(id, 61);
  await findConflicts(ctx);
  return { id, slug, placed, eventId };
}

const read = async (path = '') => (await host.request('GET', `/api/admin/conflicts${path}`)).json();
const post = (id: string, path: string, json: object) =>
  host.request('POST', `/api/admin/conflicts/${id}/${path}`, { json });
const mailTo = async (address: string, { code }: Pick<Placed, 'code'>) =>
  (await stays.queuedMail()).filter(({ to, subject }) => to.address === address && subject.includes(code));
const resolutions = () =>
  db.selectFrom('calendar_conflicts').select(['resolution', 'checkin']).orderBy('found_at').execute();

test('a stay of another channel over a confirmed one is kept, shown, and mailed to the hosts once', async () => {
  const { slug, placed } = await soldTwice();
  await findConflicts(ctx);
  const { conflicts } = await read();
  expect(conflicts).toEqual([
    expect.objectContaining({
      booking: expect.objectContaining({ code: placed.code, property: { slug, title: expect.any(String) } }),
      event: { channel: 'vrbo', feed: 'Vrbo', ...dates(61) },
      offeredAt: null,
    }),
  ]);
  const today = await (await host.request('GET', '/api/admin/today')).json();
  expect(today.conflicts).toEqual(conflicts);
  const { hostsEmail, adminEmails } = ctx.settings;
  for (const address of new Set([hostsEmail, ...adminEmails])) {
    const mails = (await mailTo(address, placed)).filter(({ subject }) => subject.startsWith('Booked twice'));
    expect(mails, address).toHaveLength(1);
    expect(toPlainText(mails[0]?.content as never)).toContain('/admin/feeds');
  }
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('blocks, echoes, vanished and past events, and unpaid holds are no conflict', async () => {
  const { id, slug } = await stays.addProperty();
  await stays.confirmed(slug);
  await stays.hold(slug, {}, 80);
  await addBooking(db, { property_id: id, checkin: inDays(-9), checkout: inDays(-5) });
  await addEvent(id, 61, { kind: 'block' });
  await addEvent(id, 61, { is_echo: true });
  await addEvent(id, 61, { missing_readings: 1, missing_since: new Date() });
  await addEvent(id, 63);
  await addEvent(id, 80);
  await addEvent(id, -8);
  await findConflicts(ctx);
  expect(await resolutions()).toEqual([]);
});

test('a conflict ends when one of the two is gone, and begins again when both are back', async () => {
  const gone = await soldTwice();
  await db.deleteFrom('feed_events').where('id', '=', gone.eventId).execute();
  const cancelled = await soldTwice();
  await stays.set(cancelled.placed.code, { status: 'cancelled' });
  const moved = await soldTwice();
  await stays.set(moved.placed.code, dates(90));
  const longer = await soldTwice();
  await db.updateTable('feed_events').set(dates(62)).where('id', '=', longer.eventId).execute();
  await findConflicts(ctx);
  expect(await resolutions()).toEqual([
    { resolution: 'event_gone', checkin: inDays(61) },
    { resolution: 'cancelled', checkin: inDays(61) },
    { resolution: 'moved', checkin: inDays(61) },
    { resolution: null, checkin: inDays(62) },
  ]);
  await stays.set(moved.placed.code, dates(60));
  await findConflicts(ctx);
  expect(await resolutions()).toHaveLength(5);
});

test('the guest moves to the sister home at no extra cost, with the mail that was shown', async () => {
  const { placed } = await soldTwice();
  const sister = await stays.addProperty({ nightly_cents: 35_000 });
  const taken = await stays.addProperty();
  await addBooking(db, { property_id: taken.id, ...dates(60) });
  const [{ id }] = (await read()).conflicts;
  const { choices } = await read(`/${id}`);
  expect(choices.properties).toEqual([{ slug: sister.slug, title: expect.any(String), total: 60_000 }]);
  const json = { choice: 'move', property: sister.slug, total: 60_000, note: choices.notes.move };
  const shown = await (await post(id, 'preview', json)).json();
  expect(shown.text).toContain('at no extra cost');
  expect(shown.text).toContain(choices.properties[0].title);
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));

  expect(await (await post(id, 'resolve', json)).json()).toEqual({ conflicts: [], channelConflicts: [] });
  const [mail] = (await mailTo(shown.to, placed)).filter(({ subject }) => subject === shown.subject);
  const withoutRefund = (text: string) => text.replace(/We refund .*\n/, '');
  expect(withoutRefund(toPlainText(mail?.content as never))).toBe(withoutRefund(shown.text));
  expect(await stays.stored(placed.code)).toMatchObject({ property_id: sister.id, total_cents: 60_000 });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('other dates are offered by mail, and nothing changes before the guest replies', async () => {
  const { placed } = await soldTwice();
  const [{ id }] = (await read()).conflicts;
  const { choices } = await read(`/${id}`);
  expect(choices.stays.length).toBeGreaterThan(0);
  const offered = choices.stays.map(({ checkin, checkout }: { checkin: string; checkout: string }) => ({
    checkin,
    checkout,
  }));
  const json = { choice: 'dates', stays: offered, note: choices.notes.dates };
  const shown = await (await post(id, 'preview', json)).json();
  const { conflicts } = await (await post(id, 'resolve', json)).json();
  expect(conflicts).toEqual([expect.objectContaining({ id, offeredAt: expect.any(String) })]);
  const mails = (await mailTo(shown.to, placed)).filter(({ subject }) => subject === shown.subject);
  expect(mails.map(({ content }) => toPlainText(content as never))).toEqual([shown.text]);
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', ...dates(60) });
  const busy = { choice: 'dates', stays: [dates(61)] };
  expect((await post(id, 'resolve', busy)).status).toBe(409);
});

test('the whole price is refunded with an apology; another amount is rejected', async () => {
  const { placed } = await soldTwice();
  const [{ id }] = (await read()).conflicts;
  const { choices } = await read(`/${id}`);
  expect(choices).toMatchObject({ properties: [], refund: 60_000 });
  const json = { choice: 'refund', refund: 60_000, note: choices.notes.refund };
  for (const path of ['preview', 'resolve']) {
    const response = await post(id, path, { ...json, refund: 1 });
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ reason: 'price_changed', refund: 60_000 }),
    ]);
  }
  const shown = await (await post(id, 'preview', json)).json();
  expect((await post(id, 'resolve', json)).status).toBe(200);
  const [mail] = (await mailTo(shown.to, placed)).filter(({ subject }) => subject === shown.subject);
  expect(toPlainText(mail?.content as never)).toBe(shown.text);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  expect((await post(id, 'resolve', json)).status).toBe(404);
});

test('only hosts may see and decide conflicts, and a wrong choice is rejected with its fields', async () => {
  await soldTwice();
  const [{ id }] = (await read()).conflicts;
  const guest = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${id}`],
    ['POST', `/${id}/preview`],
    ['POST', `/${id}/resolve`],
  ] as const) {
    const json = method === 'POST' ? { choice: 'refund', refund: 1 } : undefined;
    const url = `/api/admin/conflicts${path}`;
    expect((await stays.request(method, url, { json })).status, path).toBe(401);
    expect((await guest.request(method, url, { json })).status, path).toBe(403);
  }
  for (const [json, field] of [
    [{}, 'choice'],
    [{ choice: 'burn' }, 'choice'],
    [{ choice: 'constructor' }, 'choice'],
    [{ choice: '__proto__' }, 'choice'],
    [{ choice: ['refund'] }, 'choice'],
    [{ choice: 'move', property: '\0', total: 1 }, 'property'],
    [{ choice: 'dates', stays: [{ checkin: '2027-99-98', checkout: '2027-99-99' }] }, 'stays'],
    [{ choice: 'refund', refund: 1, note: 'a\ud83d' }, 'note'],
    [{ choice: 'move', total: 1 }, 'property'],
    [{ choice: 'move', property: 'a', total: -1 }, 'total'],
    [{ choice: 'dates', stays: [] }, 'stays'],
    [{ choice: 'dates', stays: [{ checkin: 'soon', checkout: inDays(3) }] }, 'stays'],
    [{ choice: 'refund', refund: 1.5 }, 'refund'],
    [{ choice: 'refund', refund: 1, note: 'x'.repeat(2001) }, 'note'],
    [{ choice: 'refund', refund: 1, property: 'a' }, 'property'],
  ] as const) {
    const response = await post(id, 'resolve', json);
    expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, [field]]);
  }
  for (const unknown of ['no-such-id', '018f0000-0000-7000-8000-000000000000'])
    expect((await host.request('GET', `/api/admin/conflicts/${unknown}`)).status).toBe(404);
});

const airbnb = { channel: 'airbnb', name: 'Airbnb' };

/** Nights that Airbnb and Vrbo sold, each to a guest of its own. */
async function soldByTwoChannels(more: object = {}) {
  const { id, slug } = await stays.addProperty();
  const first = await addEvent(id, 60, { feed_id: await addFeed(id, airbnb), uid: 'airbnb' });
  const second = await addEvent(id, 61, { uid: 'vrbo', ...more });
  await findConflicts(ctx);
  return { id, slug, first, second };
}

test('stays of two other channels on the same nights are listed, on Today too, and mailed to every host once', async () => {
  const { slug } = await soldByTwoChannels();
  await findConflicts(ctx);
  const { conflicts, channelConflicts } = await read();
  expect(conflicts).toEqual([]);
  expect(channelConflicts).toEqual([
    {
      id: expect.any(String),
      detectedAt: expect.any(String),
      property: { slug, title: expect.any(String) },
      events: [
        { channel: 'airbnb', feed: 'Airbnb', ...dates(60) },
        { channel: 'vrbo', feed: 'Vrbo', ...dates(61) },
      ],
    },
  ]);
  const today = await (await host.request('GET', '/api/admin/today')).json();
  expect(today.channelConflicts).toEqual(channelConflicts);
  const [{ id, property }] = channelConflicts;
  const mails = (await stays.queuedMail()).filter(({ key }) => key.startsWith(`conflict-${id}`));
  const { hostsEmail, adminEmails } = ctx.settings;
  expect(mails.map(({ to }) => to.address).sort()).toEqual([...new Set([hostsEmail, ...adminEmails])].sort());
  expect(mails[0]?.subject).toBe(`Booked twice: ${property.title}, by Airbnb and Vrbo`);
  const text = toPlainText(mails[0]?.content as never);
  expect(text).toContain('Please cancel or move one of the two on its own channel');
  expect(text).toContain('/admin/feeds');
});

test.each([
  ['a block', { kind: 'block' as const }],
  ['an echo', { is_echo: true }],
  ['an event that is missing', { missing_readings: 1, missing_since: new Date() }],
  ['what was an echo a moment ago', { echo_ended_at: new Date() }],
  ['the same stay in both feeds', { uid: 'airbnb' }],
  ['a stay that begins when the other ends', dates(63)],
])('%s of one channel is no conflict with a stay of another', async (_, more) => {
  await soldByTwoChannels(more);
  expect(await resolutions()).toEqual([]);
});

test('two events of one feed, and stays of two homes, are no conflict of channels', async () => {
  const [{ id }, other] = [await stays.addProperty(), await stays.addProperty()];
  const feed_id = await addFeed(id, airbnb);
  await addEvent(id, 60, { feed_id, uid: 'a' });
  await addEvent(id, 60, { feed_id, uid: 'b' });
  await addEvent(other.id, 60, { uid: 'c' });
  await findConflicts(ctx);
  expect(await resolutions()).toEqual([]);
});

test('a conflict of channels ends when one of both vanishes or moves, and follows the nights of both', async () => {
  const change = (id: string, set: object) =>
    db.updateTable('feed_events').set(set).where('id', '=', id).execute();
  const gone = await soldByTwoChannels();
  await db.deleteFrom('feed_events').where('id', '=', gone.second).execute();
  const echo = await soldByTwoChannels();
  await change(echo.first, { kind: 'block', is_echo: true });
  const moved = await soldByTwoChannels();
  await change(moved.second, dates(90));
  const longer = await soldByTwoChannels();
  await change(longer.second, dates(62, 9));
  await findConflicts(ctx);
  const rows = await db
    .selectFrom('calendar_conflicts')
    .select(['resolution', 'other_checkin', 'other_checkout'])
    .orderBy('found_at')
    .execute();
  expect(rows.map(({ resolution }) => resolution)).toEqual(['event_gone', 'event_gone', 'moved', null]);
  expect(rows[3]).toMatchObject({ other_checkin: inDays(62), other_checkout: inDays(71) });
  await db.deleteFrom('calendar_feeds').where('property_id', '=', longer.id).execute();
  expect((await read()).channelConflicts).toEqual([]);
  await findConflicts(ctx);
  expect((await resolutions())[3]).toMatchObject({ resolution: 'event_gone' });
});

test('a conflict that hosts close as one stay comes again only with other nights; one of ours cannot be closed so', async () => {
  const { second } = await soldByTwoChannels();
  const [{ id }] = (await read()).channelConflicts;
  const response = await post(id, 'dismiss', {});
  expect([response.status, await response.json()]).toEqual([200, { conflicts: [], channelConflicts: [] }]);
  expect((await post(id, 'dismiss', {})).status).toBe(404);
  await findConflicts(ctx);
  expect((await read()).channelConflicts).toEqual([]);
  await db.updateTable('feed_events').set(dates(62)).where('id', '=', second).execute();
  await findConflicts(ctx);
  expect((await read()).channelConflicts).toHaveLength(1);
  await soldTwice();
  const [own] = (await read()).conflicts;
  expect((await post(own.id, 'dismiss', {})).status).toBe(404);
  expect((await read()).conflicts).toHaveLength(1);
  expect((await stays.request('POST', `/api/admin/conflicts/${id}/dismiss`)).status).toBe(401);
});

test('a reading by a host finds conflicts at its end, and names them', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug, { name: 'Ann Lindens' });
  const eventId = await addEvent(id, 61);
  const { feed_id } = await db
    .updateTable('feed_events')
    .set({ uid: 'b' })
    .where('id', '=', eventId)
    .returning('feed_id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('calendar_feeds')
    .set({ url: 'http://127.0.0.1:1/closed.ics' })
    .where('id', '=', feed_id)
    .execute();
  const reading = await (await host.request('POST', `/api/admin/feeds/${feed_id}/read`)).json();
  expect(reading).toMatchObject({
    isGood: false,
    overlaps: [{ code: placed.code, name: 'Ann Lindens', ...dates(61) }],
  });
  expect((await read()).conflicts).toHaveLength(1);
});
