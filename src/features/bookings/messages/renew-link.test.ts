import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { openBookingThread } from '../../inbox/threads/store.server.ts';
import { reviewToken } from '../../reviews/review-link.server.ts';
import { runReviews } from '../../reviews/send-requests.server.ts';
import { tripLinks } from '../trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { slug } = await stays.addProperty();
const renew = (code: string) => host.request('POST', `/api/admin/bookings/${code}/renew-link`, { json: {} });
const status = async ({ code }: Pick<Placed, 'code'>, headers: Record<string, string>) =>
  (await stays.request('GET', `/api/bookings/${code}`, { headers, from: anyAddress() })).status;
const links = tripLinks(stays.platform, {});
const follow = async (path: string) =>
  (await links.request(`http://localhost:9${path}`, {}, {} as ApiEnv['Bindings'])).headers
    .get('Set-Cookie')
    ?.split(';')[0];
const renewedMails = async (code: string) =>
  (await stays.queuedMail()).filter(
    ({ subject }) => subject.startsWith('A new link') && subject.includes(code),
  );
/** The link of the newest such mail. */
const mailedLink = async (code: string) =>
  new URL(/http\S+\?key=\S+/.exec((await renewedMails(code)).at(-1)?.text ?? '')?.[0] ?? '');

test('a renewed link opens the booking; the old one, a browser that followed it and the one that booked do not', async () => {
  const browser = cookieBrowser(stays);
  const placed = await stays.confirmed(slug);
  await db
    .updateTable('bookings')
    .set({ browser_hash: Buffer.alloc(32, 7) })
    .where('code', '=', placed.code)
    .execute();
  const Cookie = (await follow(`/trips/${placed.code}?key=${placed.key}`)) ?? '';
  expect([await status(placed, { Cookie }), await status(placed, { 'X-Booking-Key': placed.key })]).toEqual([
    200, 200,
  ]);
  const response = await renew(placed.code);
  expect(response.status).toBe(200);
  expect((await response.json()).history.map(({ event }: { event: string }) => event)).toContain(
    'link_renewed',
  );
  expect([await status(placed, { Cookie }), await status(placed, { 'X-Booking-Key': placed.key })]).toEqual([
    404, 404,
  ]);
  expect((await stays.stored(placed.code)).browser_hash).toBeNull();
  const link = await mailedLink(placed.code);
  expect(link.pathname).toBe(`/trips/${placed.code}`);
  expect(await follow(`${link.pathname}?key=${placed.key}`)).toBeUndefined();
  const renewed = (await follow(link.pathname + link.search)) ?? '';
  expect(await status(placed, { Cookie: renewed })).toBe(200);
  expect((await browser.request('GET', `/api/bookings/${placed.code}`)).status).toBe(404);
});

test('a booking request that is repeated after a renewal does not return the new key', async () => {
  const { id: quoteId } = await stays.quote(slug, 200);
  const agreed = { houseRules: true, cancellation: true };
  const json = {
    quoteId,
    name: 'Ann Lee',
    email: 'same@guests.example',
    phone: '+1 850 555 0100',
    plan: 'full',
    agreed,
  };
  const request = { json, headers: { 'Idempotency-Key': 'one-booking' }, from: anyAddress() };
  const book = () => stays.request('POST', '/api/bookings', request);
  const placed = await (await book()).json();
  expect((await (await book()).json()).key).toBe(placed.key);
  expect((await renew(placed.code)).status).toBe(200);
  const repeated = await book();
  expect([repeated.status, Object.keys(await repeated.json())]).toEqual([
    409,
    expect.not.arrayContaining(['key']),
  ]);
});

test('a renewal ends the links of companions, and the mail mentions it only then', async () => {
  const placed = await stays.confirmed(slug, {}, 210);
  const { url } = await (await stays.act(placed, 'companions', { name: 'Ben' })).json();
  const shared = async () =>
    (await stays.request('GET', `/api/trips/shared/${url.split('/').at(-1)}`, { from: anyAddress() })).status;
  expect(await shared()).toBe(200);
  await renew(placed.code);
  expect(await shared()).toBe(404);
  await renew(placed.code);
  const texts = (await renewedMails(placed.code)).map(({ text }) =>
    text.includes('who come with you have ended'),
  );
  expect(texts.sort()).toEqual([false, true]);
});

test('a renewal ends the link of the review, too, and the next run of the reviews makes the new one', async () => {
  const { code, id } = await stays.confirmed(slug, {}, 66).then(({ code }) => stays.stored(code));
  const read = async (version: number) => {
    const token = reviewToken(stays.ctx, { id, key_version: version });
    const response = await stays.request('GET', `/api/reviews/${token}`, { from: anyAddress() });
    return [response.status, (await response.json()).reason];
  };
  await runReviews(stays.ctx);
  expect(await read(0)).toEqual([409, 'stay_not_over']);
  expect((await renew(code)).status).toBe(200);
  expect((await read(0))[0]).toBe(404);
  await runReviews(stays.ctx);
  expect([(await read(0))[0], await read(1)]).toEqual([404, [409, 'stay_not_over']]);
});

test('each renewal has another link, and only the last opens the booking', async () => {
  const placed = await stays.confirmed(slug, {}, 70);
  await renew(placed.code);
  const first = (await mailedLink(placed.code)).searchParams.get('key') ?? '';
  await renew(placed.code);
  const keys = (await renewedMails(placed.code)).map(({ text }) => /\?key=(\S+)/.exec(text)?.[1] ?? '');
  const last = keys.find((key) => key !== first) ?? '';
  expect([
    await status(placed, { 'X-Booking-Key': first }),
    await status(placed, { 'X-Booking-Key': last }),
  ]).toEqual([404, 200]);
});

test('the reply addresses are renewed with the link', async () => {
  const placed = await stays.confirmed(slug, {}, 80);
  const { id } = await stays.stored(placed.code);
  await db.transaction().execute((tx) => openBookingThread(tx, id, new Date()));
  const tokens = () =>
    db
      .selectFrom('threads')
      .select(['reply_token', 'host_reply_token'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const before = await tokens();
  await renew(placed.code);
  const after = await tokens();
  expect(after.reply_token).toMatch(/^[0-9a-f]{32}$/);
  expect(after.reply_token).not.toBe(before.reply_token);
  expect(after.host_reply_token).not.toBe(before.host_reply_token);
});

test('the new link of a hold leads to its payment, and that of a request shows whose the address is', async () => {
  const held = await stays.hold(slug, {}, 90);
  await renew(held.code);
  expect((await mailedLink(held.code)).pathname).toBe(`/book/${held.code}`);
  const requested = await stays.hold(slug, {}, 100);
  await stays.set(requested.code, { status: 'requested', email_confirmed_at: null });
  await renew(requested.code);
  const link = await mailedLink(requested.code);
  const Cookie = (await follow(link.pathname + link.search)) ?? '';
  const confirm = { json: {}, headers: { Cookie } };
  await stays.request('POST', `/api/bookings/${requested.code}/confirm-email`, confirm);
  expect((await stays.stored(requested.code)).email_confirmed_at).not.toBeNull();
});

test('only hosts renew a link, and none without an address to send the new one to', async () => {
  const placed = await stays.confirmed(slug, {}, 110);
  const path = `/api/admin/bookings/${placed.code}/renew-link`;
  expect((await stays.request('POST', path, { json: {} })).status).toBe(401);
  const guest = await signedInBrowser(stays, 'nobody@guests.example', cookieBrowser(stays));
  expect((await guest.request('POST', path, { json: {} })).status).toBe(403);
  expect((await renew('00000000')).status).toBe(404);
  await stays.set(placed.code, { email: 'deleted@account.invalid' });
  const refused = await renew(placed.code);
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'There is no address to send a new link to: nothing was changed.',
  ]);
  expect(await status(placed, { 'X-Booking-Key': placed.key })).toBe(200);
});
