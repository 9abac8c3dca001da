import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress, anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { exportedEvents } from '../../channels/export/store.server.ts';
import { approveBooking } from '../../hosting/bookings/actions.server.ts';
import { holdUntil } from '../payments/end-of-sale.server.ts';
import { tripLinks } from '../trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const agreed = { houseRules: true, cancellation: true };
const guest = { name: 'Ann Lee', phone: '+1 850 555 0100', plan: 'full', agreed };

const exported = (propertyId: string) =>
  exportedEvents(db, { propertyId, linkId: newId(), today: inDays(0) });
const open = (url: URL, method = 'GET') =>
  tripLinks(stays.platform, {}).request(`http://localhost${url.pathname}${url.search}`, { method });
/** What the page of a mailed link sends, in the browser that followed it. */
async function confirmEmail(code: string, opened: Response): Promise<Response> {
  const Cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return stays.request('POST', `/api/bookings/${code}/confirm-email`, { json: {}, headers: { Cookie } });
}
const mailedLink = async (code: string): Promise<URL> => {
  const mails = await stays.queuedMail();
  const mail = mails.find(
    ({ subject }) => subject.includes(code) && subject.startsWith('We have your request'),
  );
  return new URL(/http\S+\/trips\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
};

test('a request keeps its nights here at once, and it is published to other channels when its guest confirms on the page of the mailed link', async () => {
  const { slug, id } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug);
  expect(placed.status).toBe('requested');
  expect(await exported(id)).toEqual([]);
  expect((await stays.book((await stays.quote(slug, 80)).id)).status).toBe(201);
  const link = await mailedLink(placed.code);
  // The key that the requesting browser has is not enough.
  for (const query of [`key=${placed.key}`, `key=${placed.key}&mail=${placed.key}`]) {
    const opened = await open(new URL(`http://localhost/trips/${placed.code}?${query}`));
    const refused = await confirmEmail(placed.code, opened);
    expect([refused.status, (await refused.json()).reason]).toEqual([409, 'mail_not_opened']);
  }
  expect((await stays.act(placed, 'confirm-email')).status).toBe(409);
  expect((await stays.read(placed)).can).toEqual(['message']);
  const opened = await open(link);
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, `/trips/${placed.code}`]);
  expect(await exported(id)).toEqual([]);
  const confirmed = await confirmEmail(placed.code, opened);
  expect([confirmed.status, (await confirmed.json()).can]).toEqual([200, ['message']]);
  expect(await exported(id)).toMatchObject([{ kind: 'booking', checkin: inDays(60) }]);
  // A repeated confirmation changes nothing.
  expect((await confirmEmail(placed.code, opened)).status).toBe(200);
});

test('programs that look at the link of a mail, by HEAD or GET, confirm nothing', async () => {
  const { slug, id } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug);
  const link = await mailedLink(placed.code);
  const { id: booking_id } = await stays.stored(placed.code);
  const browsers = () =>
    db.selectFrom('booking_browsers').selectAll().where('booking_id', '=', booking_id).execute();
  const before = await browsers();
  const looked = await open(link, 'HEAD');
  expect([looked.status, looked.headers.get('Location'), looked.headers.get('Set-Cookie')]).toEqual([
    303,
    `/trips/${placed.code}`,
    null,
  ]);
  expect(await browsers()).toEqual(before);
  const opened = await open(link);
  const Cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const trip = await stays.request('GET', `/api/bookings/${placed.code}`, { headers: { Cookie } });
  expect((await trip.json()).can).toEqual(['message', 'confirmEmail']);
  expect(await stays.stored(placed.code)).toMatchObject({ email_confirmed_at: null });
  expect(await exported(id)).toEqual([]);
});

test('a request that the hosts approve is published to other channels', async () => {
  const { slug, id } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug);
  const approved = await host.request('POST', `/api/admin/bookings/${placed.code}/approve`, { json: {} });
  expect(approved.status).toBe(200);
  expect(await exported(id)).toHaveLength(1);
});

const bookQuote = (quoteId: string, from: string) =>
  stays.request('POST', '/api/bookings', {
    json: { quoteId, ...guest, email: anyEmail() },
    headers: { 'Idempotency-Key': newId() },
    from,
  });

test('one client address keeps 90 unpaid nights at most, or one stay that is longer', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const ask = async (from: string, day: number, nights: number) =>
    bookQuote((await stays.quote(slug, day, nights)).id, from);
  const one = anyAddress();
  for (const day of [10, 40, 70]) expect((await ask(one, day, 30)).status).toBe(201);
  const refused = await ask(one, 100, 1);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(86_000);
  expect((await refused.json()).message).toMatch(/keeping many nights already/);
  expect((await ask(anyAddress(), 200, 120)).status).toBe(201);
});

test('concurrent requests of one client address hold no more nights than successive ones', async () => {
  const homes = [await stays.addProperty(), await stays.addProperty()];
  const quotes = await Promise.all(homes.map(({ slug }) => stays.quote(slug, 30, 60)));
  const from = anyAddress();
  const requests = await db.transaction().execute(async (tx) => {
    // Mails are queued last: the first request has counted its nights, and is not committed yet.
    await sql`lock table graphile_worker._private_jobs in exclusive mode`.execute(tx);
    const both = quotes.map(({ id }) => bookQuote(id, from));
    await stays.untilBlocked(2);
    return both;
  });
  const responses = await Promise.all(requests);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 429]);
});

test('a request for today keeps its nights no longer than it can be approved, and its guest is told that it was not answered', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug, {}, 0);
  const { hold_expires_at: until } = await stays.stored(placed.code);
  expect(until && holdUntil(inDays(0), until)).toEqual(until);
  await stays.set(placed.code, { hold_expires_at: new Date(0) });
  await stays.run();
  const mail = (await stays.queuedMail()).find(
    ({ subject, text }) => subject.includes(placed.code) && text.includes('could not answer'),
  );
  expect(mail?.text).toContain('We could not answer your request in time.');
});

test('a request is not approved where its payment page would be open after the end of its check-in day', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const { code } = await stays.hold(slug, {}, 0);
  const viewer = { email: 'host@example.com', role: 'admin' } as Ctx['viewer'];
  const now = () => momentAtProperty(inDays(1), '01:30');
  await expect(approveBooking({ ...stays.ctx, viewer, now }, code)).rejects.toMatchObject({
    message: 'The check-in day of this request is over. Please decline it.',
  });
});

test('a request is not approved once its check-in day is over, and an approval is no longer than that', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const approve = ({ code }: Placed) =>
    host.request('POST', `/api/admin/bookings/${code}/approve`, { json: {} });
  const past = await stays.hold(slug, {}, 1);
  await stays.set(past.code, { checkin: inDays(-3), checkout: inDays(-1) });
  const refused = await approve(past);
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'The check-in day of this request is over. Please decline it.',
  ]);
  expect((await stays.stored(past.code)).status).toBe('requested');

  const today = await stays.hold(slug, {}, 20);
  await stays.set(today.code, { checkin: inDays(0), checkout: inDays(2) });
  expect((await approve(today)).status).toBe(200);
  const { hold_expires_at } = await stays.stored(today.code);
  // A page can be opened until 1:24 in the night after it; or a day from now where that is earlier.
  const lastPage = Number(momentAtProperty(inDays(1), '01:24'));
  const minutesOff = Math.abs(Math.min(lastPage, Date.now() + 86_400_000) - Number(hold_expires_at)) / 60_000;
  expect(minutesOff).toBeLessThan(2);

  await stays.set(today.code, { checkin: inDays(-30), checkout: inDays(-28) });
  const page = await stays.act(today, 'checkout');
  expect([page.status, (await page.json()).message]).toEqual([
    409,
    'The check-in day of this stay is over. Please choose other dates, or call us.',
  ]);
});
