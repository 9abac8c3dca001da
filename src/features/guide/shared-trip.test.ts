import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../test/paid-stays.ts';
import { anyAddress } from '../../../test/shop.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';
import { hashToken } from '../auth/tokens.server.ts';
import { cleaningLinkHash, cleaningUrl } from '../turnovers/cleaning-link.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const home = await stays.addProperty({
  street_address: 'SEEN-ADDRESS',
  access_notes: 'SEEN-NOTES',
  wifi_name: 'SEEN-NETWORK',
  wifi_password: 'SEEN-PASSWORD',
  check_list: '<p>SEEN-CHECKLIST</p>',
  house_rules: 'SEEN-RULE\n',
});
await db
  .insertInto('guide_sections')
  .values([
    { title: 'On arrival', html_rich_text: '<p>SEEN-ARRIVAL</p>', reveal: 'arrival' },
    { title: 'For guests', html_rich_text: '<p>SEEN-BOOKED</p>', reveal: 'booked' },
  ])
  .execute();

const share = async (placed: Placed, name = 'The Lees') => {
  const response = await stays.act(placed, 'companions', { name });
  return { status: response.status, body: await response.json() };
};
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
const open = (token: string) => stays.request('GET', `/api/trips/shared/${token}`, { from: anyAddress() });
const end = (placed: Placed, id: string) =>
  stays.request('DELETE', `/api/bookings/${placed.code}/companions/${id}`, {
    headers: { 'X-Booking-Key': placed.key },
    from: anyAddress(),
  });

test('a link is in only one response, listed by its name for guest and hosts, and ends at once', async () => {
  const placed = await stays.confirmed(home.slug);
  const { status, body } = await share(placed, ' The Lees ');
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual(['id', 'url']);
  expect(body.url).toMatch(/^http:\/\/localhost:9\/trips\/shared\/[\w-]{43}$/);
  const listed = [{ id: body.id, name: 'The Lees', createdAt: expect.stringMatching(/^20\d\d-.*Z$/) }];
  const trip = await stays.read(placed);
  expect(trip.companions).toEqual(listed);
  const detail = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  expect(detail.companions).toEqual(listed);
  expect(JSON.stringify([trip, detail])).not.toContain(tokenOf(body));
  expect(detail.history.at(-1)).toMatchObject({ event: 'companion_added', actor: 'guest' });
  const stored = await db.selectFrom('booking_companions').selectAll().executeTakeFirstOrThrow();
  expect(stored.token_hash).toEqual(hashToken(tokenOf(body)));
  expect((await open(tokenOf(body))).status).toBe(200);
  expect(await (await end(placed, body.id)).json()).toEqual({ success: true });
  expect((await open(tokenOf(body))).status).toBe(404);
  expect((await end(placed, body.id)).status).toBe(404);
  expect((await stays.read(placed)).companions).toEqual([]);
});

test('a companion sees the stay, who else comes and the guide; how to get in while it is shown', async () => {
  const placed = await stays.confirmed(home.slug, { name: 'Zoe Quill' }, 70);
  const { body } = await share(placed, 'Ben');
  await share(placed, 'The Lees');
  const early = await (await open(tokenOf(body))).json();
  expect(early).toMatchObject({
    name: 'Ben',
    checkin: inDays(70),
    checkout: inDays(73),
    guests: 2,
    coming: ['Zoe', 'The Lees'],
    houseRules: ['SEEN-RULE'],
    address: '',
    accessOn: inDays(67),
  });
  const titles = ({ guide }: { guide: { sections: { title: string }[] } }) =>
    guide.sections.map(({ title }) => title);
  expect(titles(early)).toContain('For guests');
  expect(titles(early)).not.toContain('On arrival');
  expect(early.guide.wifi).toBeUndefined();
  await stays.set(placed.code, { checkin: inDays(2), checkout: inDays(5), access_code: '4711' });
  const due = await (await open(tokenOf(body))).json();
  expect(due).toMatchObject({
    address: 'SEEN-ADDRESS',
    accessOn: null,
    guide: { wifi: { name: 'SEEN-NETWORK' }, accessCode: '4711' },
  });
  expect(due.guide.access).toContain('SEEN-NOTES');
  expect(titles(due)).toContain('On arrival');
  // The stay is moved, because the next test needs its nights.
  await stays.set(placed.code, { checkin: inDays(70), checkout: inDays(73) });
});

test('a link ends after the check-out day, with a cancellation, and with a move to another home', async () => {
  const past = await stays.confirmed(home.slug, {}, 80);
  const first = tokenOf((await share(past)).body);
  await stays.set(past.code, { checkin: inDays(-3), checkout: inDays(0) });
  expect((await open(first)).status).toBe(200);
  await stays.set(past.code, { checkin: inDays(-4), checkout: inDays(-1) });
  expect((await open(first)).status).toBe(404);

  const cancelled = await stays.confirmed(home.slug, {}, 90);
  const second = tokenOf((await share(cancelled)).body);
  const { refund } = await (await host.request('GET', `/api/bookings/${cancelled.code}/cancellation`)).json();
  expect((await stays.act(cancelled, 'cancel', { refund })).status).toBe(200);
  expect((await open(second)).status).toBe(404);
  expect((await stays.read(cancelled)).companions).toEqual([]);

  const moved = await stays.confirmed(home.slug, {}, 100);
  const third = tokenOf((await share(moved)).body);
  const move = (json: object) => host.request('POST', `/api/admin/bookings/${moved.code}/move`, { json });
  expect((await move({ checkin: inDays(104), checkout: inDays(107) })).status).toBe(200);
  expect((await open(third)).status).toBe(200);
  const other = await stays.addProperty();
  const stay = { checkin: inDays(104), checkout: inDays(107), property: other.slug };
  expect((await move(stay)).status).toBe(200);
  expect((await open(third)).status).toBe(404);
});

test('another e-mail address of the guest ends the links that the one before made', async () => {
  const placed = await stays.confirmed(home.slug, {}, 110);
  const token = tokenOf((await share(placed)).body);
  const json = { email: 'right@guests.example' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/guest`, { json });
  expect((await open(token)).status).toBe(404);
});

test('a request that is sent twice makes one link, which only the later of its two URLs opens', async () => {
  const placed = await stays.confirmed(home.slug, {}, 190);
  const sent = async (name = 'Twice') => {
    const response = await stays.request('POST', `/api/bookings/${placed.code}/companions`, {
      json: { name },
      headers: { 'X-Booking-Key': placed.key, 'Idempotency-Key': 'pressed' },
      from: anyAddress(),
    });
    return { status: response.status, body: await response.json() };
  };
  const [first, second] = [await sent(), await sent()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect((await stays.read(placed)).companions).toMatchObject([{ id: first.body.id, name: 'Twice' }]);
  expect((await open(tokenOf(first.body))).status).toBe(404);
  expect((await open(tokenOf(second.body))).status).toBe(200);
  expect((await sent('Another')).body.id).not.toBe(first.body.id);
  await end(placed, first.body.id);
  expect(await sent()).toMatchObject({
    status: 409,
    body: { message: 'This link was ended. Please look at your trip again to make another.' },
  });
  expect((await open(tokenOf(second.body))).status).toBe(404);
  const { history } = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  const added = history.filter(({ event }: { event: string }) => event === 'companion_added');
  expect(added).toHaveLength(2);
});

test('a hold has no companions, nor has a stay that is over; a name is needed', async () => {
  const held = await stays.hold(home.slug, {}, 120);
  expect(await share(held)).toMatchObject({ status: 409, body: { reason: 'not_confirmed' } });
  const placed = await stays.confirmed(home.slug, {}, 130);
  for (const [name, message] of [
    ['', 'Please say who it is for'],
    ['  ', 'Please say who it is for'],
    ['x'.repeat(81), 'A name has at most 80 characters'],
  ])
    expect(await share(placed, name)).toMatchObject({ status: 400, body: { message } });
  await stays.set(placed.code, { checkin: inDays(-9), checkout: inDays(-6) });
  expect(await share(placed)).toMatchObject({ status: 409, body: { reason: 'not_confirmed' } });
});

test('at most 15 have a link at a time, also of 20 made at once, and 20 are made in a day', async () => {
  const placed = await stays.confirmed(home.slug, {}, 140);
  const made = await Promise.all(Array.from({ length: 17 }, (_, index) => share(placed, `Guest ${index}`)));
  const statuses = made.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(15).fill(201), 409, 409]);
  expect(made.find(({ status }) => status === 409)?.body.reason).toBe('too_many_companions');
  const [first] = made.filter(({ status }) => status === 201);
  await end(placed, first?.body.id);
  expect((await share(placed)).status).toBe(201);
  const rest = [await share(placed), await share(placed), await share(placed)];
  expect(rest.map(({ status }) => status)).toEqual([409, 409, 429]);
  expect(rest[2]?.body.message).toBe(
    'You have made many links within a day. Please try again tomorrow, or call us.',
  );
});

test('a stranger neither makes nor ends a link, and an unknown token opens nothing', async () => {
  const placed = await stays.confirmed(home.slug, {}, 150);
  const other = await stays.confirmed(home.slug, {}, 160);
  const { body } = await share(placed);
  const json = { name: 'Eve' };
  expect((await stays.request('POST', `/api/bookings/${placed.code}/companions`, { json })).status).toBe(404);
  expect((await end({ ...other, code: placed.code }, body.id)).status).toBe(404);
  expect((await end(other, body.id)).status).toBe(404);
  expect((await end(placed, 'no-uuid')).status).toBe(404);
  for (const token of ['x', placed.key, newId()]) expect((await open(token)).status).toBe(404);
  expect((await open(tokenOf(body))).status).toBe(200);
});

/* Every call that there is, with each of the three links of one stay. */

const { paths } = await (await stays.request('GET', '/api/openapi.json')).json();
const calls = Object.entries(paths as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map((method) => ({ method: method.toUpperCase(), path })),
);

async function walk(code: string, token: string) {
  const seen: Record<string, string> = {};
  const fill = (path: string) =>
    path
      .replace('{code}', code)
      .replace('{token}', token)
      .replace(/\{\w+\}/g, token);
  for (const { method, path } of calls) {
    if (path.includes('/properties') || path.includes('/availability')) continue;
    const response = await stays.request(method, fill(path), {
      headers: { 'X-Booking-Key': token, Authorization: `Bearer ${token}` },
      from: anyAddress(),
      ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
    });
    const text = await response.text();
    if (/SEEN-|SECRET-|secret-|7777/.test(text) || text.includes(code)) seen[`${method} ${path}`] = text;
  }
  return seen;
}

test('no call shows a companion or a cleaner more of a stay than their own page does', async () => {
  const placed = await stays.confirmed(
    home.slug,
    {
      email: 'secret-guest@guests.example',
      phone: '+1 850 555 7777',
      note: 'SECRET-WISH',
      name: 'Zoe SECRET-SURNAME',
    },
    170,
  );
  await stays.set(placed.code, { checkin: inDays(-1), checkout: inDays(0), access_code: 'SEEN-CODE' });
  await stays.act(placed, 'messages', { text: 'SECRET-MESSAGE' });
  const reason = 'SECRET-REASON';
  const json = {
    label: 'SECRET-CHARGE',
    amount: 777,
    isTaxed: false,
    reason,
    collect: 'elsewhere',
    how: 'Cash',
  };
  const charges = `/api/admin/bookings/${placed.code}/charges`;
  const charged = await host.request('POST', charges, { json, headers: { 'Idempotency-Key': newId() } });
  expect(charged.status).toBe(201);
  const companion = tokenOf((await share(placed, 'Ben')).body);
  const cleaner = { id: newId(), link_version: 0 };
  await db
    .insertInto('cleaners')
    .values({
      ...cleaner,
      name: 'Cleo',
      email: 'cleo@clean.example',
      token_hash: cleaningLinkHash(ctx, cleaner),
    })
    .execute();
  await db.updateTable('properties').set({ cleaner_id: cleaner.id }).where('id', '=', home.id).execute();
  await db
    .updateTable('turnovers')
    .set({ cleaner_id: cleaner.id })
    .where('property_id', '=', home.id)
    .execute();

  const seenBy = {
    guest: await walk(placed.code, placed.key),
    companion: await walk(placed.code, companion),
    cleaner: await walk(placed.code, tokenOf({ url: cleaningUrl(ctx, cleaner) })),
  };
  expect(Object.keys(seenBy.guest)).toEqual(
    expect.arrayContaining(['GET /api/bookings/{code}', 'GET /api/bookings/{code}/messages']),
  );
  for (const text of ['SECRET-CHARGE', reason])
    expect(seenBy.guest['GET /api/bookings/{code}/extras']).toContain(text);
  const secret = /SECRET-\w+|secret-guest|7777|60000|600\.00/;
  expect(Object.keys(seenBy.companion)).toEqual(['GET /api/trips/shared/{token}']);
  expect(Object.keys(seenBy.cleaner)).toEqual(['GET /api/cleaning/{token}']);
  for (const text of [...Object.values(seenBy.companion), ...Object.values(seenBy.cleaner)]) {
    expect(text).not.toMatch(secret);
    expect(text).not.toContain(placed.code);
    expect(text).not.toContain(placed.key);
  }
  const words = (text = '') => [...new Set(text.match(/SEEN-[A-Z]+/g))].sort();
  const access = ['SEEN-ADDRESS', 'SEEN-ARRIVAL', 'SEEN-BOOKED', 'SEEN-CODE', 'SEEN-NETWORK'];
  expect(words(Object.values(seenBy.companion)[0])).toEqual(
    [...access, 'SEEN-NOTES', 'SEEN-PASSWORD', 'SEEN-RULE'].sort(),
  );
  expect(words(Object.values(seenBy.cleaner)[0])).toEqual(['SEEN-ADDRESS', 'SEEN-CHECKLIST', 'SEEN-NOTES']);
});
