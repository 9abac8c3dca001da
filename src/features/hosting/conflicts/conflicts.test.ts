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

async function addEvent(property_id: string, from: number, more: object = {}) {
  const { id: feed_id } = await db
    .insertInto('calendar_feeds')
    .values({
      property_id,
      channel: 'vrbo',
      name: 'Vrbo',
      url: 'https://vrbo.example/1.ics',
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  expect(choices.homes).toEqual([{ slug: sister.slug, title: expect.any(String), total: 60_000 }]);
  const json = { choice: 'move', property: sister.slug, total: 60_000, note: choices.notes.move };
  const shown = await (await post(id, 'preview', json)).json();
  expect(shown.text).toContain('at no extra cost');
  expect(shown.text).toContain(choices.homes[0].title);
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));

  expect(await (await post(id, 'resolve', json)).json()).toEqual({ conflicts: [] });
  const [mail] = (await mailTo(shown.to, placed)).filter(({ subject }) => subject === shown.subject);
  const withoutRefund = (text: string) => text.replace(/We refund .*\n/, '');
  expect(withoutRefund(toPlainText(mail?.content as never))).toBe(withoutRefund(shown.text));
  expect(await stays.stored(placed.code)).toMatchObject({ property_id: sister.id, total_cents: 60_000 });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('other dates are offered by mail, and nothing changes before the answer', async () => {
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

test('all of the money goes back with an apology; another figure is refused', async () => {
  const { placed } = await soldTwice();
  const [{ id }] = (await read()).conflicts;
  const { choices } = await read(`/${id}`);
  expect(choices).toMatchObject({ homes: [], refund: 60_000 });
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

test('only hosts may look and choose, and a wrong choice is refused with its fields', async () => {
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
