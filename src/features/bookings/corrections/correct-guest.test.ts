import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import type { MailJob } from '../../../platform/mail/mailer.server.ts';
import { openBookingThread } from '../../inbox/threads/store.server.ts';
import { reviewToken } from '../../reviews/review-link.server.ts';
import { runReviews } from '../../reviews/send-requests.server.ts';
import { withCurrentAccess } from '../emails/current-access.server.ts';
import { tripLinks } from '../trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { slug } = await stays.addProperty({ street_address: '17 Gulf Drive', access_notes: 'Code 4711' });
const correct = (code: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/guest`, { json });
const status = async ({ code }: Pick<Placed, 'code'>, headers: Record<string, string>) =>
  (await stays.request('GET', `/api/bookings/${code}`, { headers, from: anyAddress() })).status;
const links = tripLinks(stays.platform, {});
const follow = async (path: string) =>
  (await links.request(`http://localhost:9${path}`, {}, {} as ApiEnv['Bindings'])).headers
    .get('Set-Cookie')
    ?.split(';')[0] ?? '';
const mailsTo = async (address: string) =>
  (await stays.queuedMail()).filter(({ to }) => to.address === address);
const mailedLink = (text = '') => new URL(/http\S+\?key=\S+/.exec(text)?.[0] ?? '');
const reason = async (response: Response) => [response.status, (await response.json()).reason];

test('a name and a phone number are corrected without a mail, and every link stays', async () => {
  const placed = await stays.confirmed(slug);
  const before = (await stays.queuedMail()).length;
  const response = await correct(placed.code, { name: ' Ann Leigh ', phone: '+1 850 555 0111' });
  expect(response.status).toBe(200);
  const detail = await response.json();
  expect([detail.name, detail.phone]).toEqual(['Ann Leigh', '+1 850 555 0111']);
  expect(detail.history.at(-1)).toMatchObject({
    event: 'guest_corrected',
    actor: 'host@example.com',
    details: { fields: ['name', 'phone'] },
  });
  expect((await stays.queuedMail()).length).toBe(before);
  expect(await status(placed, { 'X-Booking-Key': placed.key })).toBe(200);
});

test('another address ends the key, each browser, the account and the earlier reply addresses', async () => {
  const old = 'mistyped@guests.example';
  const placed = await stays.confirmed(slug, { email: old }, 70);
  const account = await signedInBrowser(stays, old, cookieBrowser(stays));
  const { id } = await stays.stored(placed.code);
  const Cookie = await follow(`/trips/${placed.code}?key=${placed.key}`);
  const maker = Buffer.alloc(32, 9);
  await stays.set(placed.code, { browser_hash: maker });
  await db.transaction().execute((tx) => openBookingThread(tx, id, new Date()));
  const token = () =>
    db.selectFrom('threads').select('reply_token').where('id', '=', id).executeTakeFirstOrThrow();
  const before = await token();
  expect((await account.request('GET', `/api/bookings/${placed.code}`)).status).toBe(200);
  expect(await status(placed, { Cookie })).toBe(200);
  expect((await correct(placed.code, { email: 'Right@Guests.example' })).status).toBe(200);
  expect((await account.request('GET', `/api/bookings/${placed.code}`)).status).toBe(404);
  expect(await (await account.request('GET', '/api/trips')).json()).toEqual([]);
  expect([await status(placed, { Cookie }), await status(placed, { 'X-Booking-Key': placed.key })]).toEqual([
    404, 404,
  ]);
  expect(await follow(`/trips/${placed.code}?key=${placed.key}`)).toBe('');
  expect(await token()).not.toEqual(before);
  const stored = await stays.stored(placed.code);
  expect([stored.email, stored.browser_hash]).toEqual(['right@guests.example', null]);
  const right = await signedInBrowser(stays, 'right@guests.example', cookieBrowser(stays));
  expect((await (await right.request('GET', '/api/trips')).json()).map(({ code }: Placed) => code)).toEqual([
    placed.code,
  ]);
});

test('the new address gets one mail that leads in, the old one a line without name, home or code', async () => {
  const old = 'stranger@guests.example';
  const placed = await stays.confirmed(slug, { email: old, name: 'Zoe Quill' }, 80);
  await correct(placed.code, { email: 'zoe@guests.example', note: 'Sorry for the typing error!' });
  const [mail, ...more] = await mailsTo('zoe@guests.example');
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Sorry for the typing error!');
  const link = mailedLink(mail?.text);
  expect(await status(placed, { Cookie: await follow(link.pathname + link.search) })).toBe(200);
  // Mails that waited for the old address name the booking, so they are not delivered any more.
  const [line, ...others] = await mailsTo(old);
  expect(others).toEqual([]);
  expect(line?.text).toContain('Was it not you? Please call us');
  const { title } = await db
    .selectFrom('properties')
    .select('title')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  for (const secret of ['Zoe', 'Quill', title, placed.code, 'key='])
    expect(`${line?.subject} ${line?.text} ${JSON.stringify(line?.content)}`).not.toContain(secret);
});

test('messages that the old address never got go to the new one, once, with the new link and reply address', async () => {
  const { settings } = stays.platform;
  onTestFinished(() => {
    settings.replies = null;
  });
  settings.replies = { address: 'replies@pcbbeachrentals.example', imapUrl: 'imap://127.0.0.1:9' };
  const old = 'bounced@guests.example';
  const placed = await stays.confirmed((await stays.addProperty()).slug, { email: old });
  const { id } = await stays.stored(placed.code);
  for (const text of ['Is six o’clock fine?', 'The pool is closed.'])
    expect(
      (await host.request('POST', `/api/admin/bookings/${placed.code}/message`, { json: { text } })).status,
    ).toBe(200);
  const [rejected] = (await mailsTo(old)).filter(({ text }) => text.includes('six o’clock'));
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where key = ${`mail:${rejected?.key}`}`.execute(db);
  await correct(placed.code, { email: 'reached@guests.example' });
  const messages = (await mailsTo('reached@guests.example')).filter(({ key }) => key.startsWith('message-'));
  expect(messages).toEqual([
    expect.objectContaining({ text: expect.stringContaining('Is six o’clock fine?') }),
    expect.objectContaining({ text: expect.stringContaining('The pool is closed.') }),
  ]);
  const { reply_token } = await db
    .selectFrom('threads')
    .select('reply_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const { text, replyTo, content } of messages) {
    expect(`${text} ${JSON.stringify(content)}`).not.toContain(placed.key);
    const link = mailedLink(text);
    expect(await status(placed, { Cookie: await follow(link.pathname + link.search) })).toBe(200);
    expect(replyTo?.address).toContain(reply_token);
  }
  expect((await mailsTo(old)).filter(({ key }) => key.startsWith('message-'))).toEqual([]);
  const shown = await (await host.request('GET', `/api/admin/inbox/${id}`)).json();
  expect(shown.messages.map((one: { isUndeliverable: boolean }) => one.isUndeliverable)).toEqual([
    false,
    false,
  ]);
});

test('a message that was queued before its link was renewed twice goes to the new address with the link of now', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug, { email: 'twice@guests.example' });
  const path = `/api/admin/bookings/${placed.code}`;
  await host.request('POST', `${path}/message`, { json: { text: 'The pool is open.' } });
  for (let renewal = 0; renewal < 2; renewal += 1)
    expect((await host.request('POST', `${path}/renew-link`, { json: {} })).status).toBe(200);
  await correct(placed.code, { email: 'thrice@guests.example' });
  const mails = (await mailsTo('thrice@guests.example')).filter(({ key }) => key.startsWith('message-'));
  expect(mails).toEqual([expect.objectContaining({ text: expect.stringContaining('The pool is open.') })]);
  const link = mailedLink(mails[0]?.text);
  expect(await status(placed, { Cookie: await follow(link.pathname + link.search) })).toBe(200);
});

test('a mail about access that was being delivered says nothing of it to the old address', async () => {
  const placed = await stays.confirmed(slug, { email: 'nearby@guests.example' }, 1);
  const [mail] = (await mailsTo('nearby@guests.example')).filter(({ accessParts }) => accessParts);
  const deliver = async (queued: typeof mail) =>
    (await withCurrentAccess(ctx, { ...queued, key: 'test' } as MailJob))?.text;
  expect(await deliver(mail)).toContain('4711');
  await correct(placed.code, { email: 'nearby-new@guests.example' });
  expect(await deliver(mail)).not.toContain('4711');
  const [corrected] = await mailsTo('nearby-new@guests.example');
  expect(await deliver(corrected)).toContain('4711');
  expect((await stays.stored(placed.code)).arrival_sent_at).not.toBeNull();
});

test('the link of a review that went to the old address ends, and a new one is made', async () => {
  const placed = await stays.confirmed(slug, { email: 'review-old@guests.example' }, 90);
  const { id } = await stays.stored(placed.code);
  await db
    .insertInto('review_requests')
    .values({ booking_id: id, due_at: new Date() } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await runReviews(ctx);
  const before = reviewToken(ctx, await stays.stored(placed.code));
  const opened = (token: string) => stays.request('GET', `/api/reviews/${token}`);
  const first = (await opened(before)).status;
  await correct(placed.code, { email: 'review-new@guests.example' });
  expect((await opened(before)).status).toBe(404);
  await runReviews(ctx);
  expect((await opened(reviewToken(ctx, await stays.stored(placed.code)))).status).toBe(first);
});

test('the mail about a hold leads to its payment, whose page of before is closed', async () => {
  const held = await stays.hold(slug, { email: 'hold-old@guests.example' }, 100);
  expect((await correct(held.code, { email: 'hold-new@guests.example' })).status).toBe(200);
  const [mail] = await mailsTo('hold-new@guests.example');
  expect(mailedLink(mail?.text).pathname).toBe(`/book/${held.code}`);
  const attempts = await db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('payment_attempts.status')
    .where('code', '=', held.code)
    .execute();
  expect(attempts.map(({ status }) => status)).toEqual(['expired']);
});

test('the same key of a booking does not give its new key to the browser that made it', async () => {
  const quote = await stays.quote(slug, 110);
  const key = crypto.randomUUID();
  const guest = { email: 'maker@guests.example', name: 'Ann Lee', phone: '+1 850 555 0100' };
  const placed: Placed = await (await stays.book(quote.id, guest, { key })).json();
  await correct(placed.code, { email: 'maker-new@guests.example' });
  const again = await stays.book(quote.id, guest, { key });
  expect(again.status).toBe(409);
  expect(await again.text()).not.toContain(placed.code);
});

test('the five addresses of a day are counted for each booking', async () => {
  const placed = await stays.confirmed(slug, {}, 120);
  const statuses: number[] = [];
  for (const count of [1, 2, 3, 4, 5, 6])
    statuses.push((await correct(placed.code, { email: `try-${count}@guests.example` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await correct(placed.code, { email: 'try-5@guests.example', name: 'Ann Five' })).status).toBe(200);
  const refused = await correct(placed.code, { email: 'try-7@guests.example' });
  expect([refused.headers.get('Retry-After'), (await refused.json()).message]).toEqual([
    expect.stringMatching(/^\d+$/),
    'The e-mail address of this booking was changed five times within a day. Please try again tomorrow.',
  ]);
});

test('bookings that have ended, and guests who deleted their account, are not corrected', async () => {
  const placed = await stays.confirmed(slug, {}, 130);
  await stays.set(placed.code, { email: 'deleted@account.invalid' });
  expect(await reason(await correct(placed.code, { name: 'Somebody Else' }))).toEqual([409, 'not_confirmed']);
  await stays.set(placed.code, { status: 'cancelled', email: 'ann@guests.example' });
  expect(await reason(await correct(placed.code, { name: 'Somebody Else' }))).toEqual([409, 'not_confirmed']);
  const read = await host.request('GET', `/api/admin/bookings/${placed.code}`);
  expect((await read.json()).can).not.toContain('editGuest');
});

test('a request is corrected, too, and its new link proves the address', async () => {
  const requested = await stays.hold(slug, { email: 'request-old@guests.example' }, 140);
  await stays.set(requested.code, { status: 'requested', email_confirmed_at: null });
  await correct(requested.code, { email: 'request-new@guests.example' });
  const link = mailedLink((await mailsTo('request-new@guests.example'))[0]?.text);
  const Cookie = await follow(link.pathname + link.search);
  const confirm = { json: {}, headers: { Cookie } };
  await stays.request('POST', `/api/bookings/${requested.code}/confirm-email`, confirm);
  expect((await stays.stored(requested.code)).email_confirmed_at).not.toBeNull();
});

test.each([
  [{}, 'Please send another name, e-mail address or phone number'],
  [{ note: 'Hello' }, 'Please send another name, e-mail address or phone number'],
  [{ email: 'no-address' }, 'Email is not a valid email'],
  [{ name: 'A' }, 'Please enter the name of the guest'],
  [{ phone: '' }, 'Please enter a phone number with at least five digits'],
  [{ name: 'Ann Lee', note: 'x'.repeat(2001) }, 'Note is a text of at most 2000 characters'],
  [{ guest: 'Ann' }, 'There is no such field'],
])('a correction of %j is invalid', async (json, message) => {
  const placed = await stays.hold(slug, {}, 150);
  const response = await correct(placed.code, json);
  expect([response.status, (await response.json()).message]).toEqual([400, message]);
  await stays.act(placed, 'release');
});

test('only hosts correct a guest, of a booking that exists', async () => {
  const path = '/api/admin/bookings/00000000/guest';
  const json = { name: 'Ann Lee' };
  expect((await stays.request('POST', path, { json })).status).toBe(401);
  const guest = await signedInBrowser(stays, 'nobody@guests.example', cookieBrowser(stays));
  expect((await guest.request('POST', path, { json })).status).toBe(403);
  expect((await host.request('POST', path, { json })).status).toBe(404);
});

test('two hosts who correct the address at once leave one that has the booking', async () => {
  const placed = await stays.confirmed(slug, {}, 160);
  const both = ['first@guests.example', 'second@guests.example'];
  await Promise.all(both.map((email) => correct(placed.code, { email })));
  const { email } = await stays.stored(placed.code);
  const [other = ''] = both.filter((address) => address !== email);
  const link = mailedLink((await mailsTo(email))[0]?.text);
  expect(await status(placed, { 'X-Booking-Key': link.searchParams.get('key') ?? '' })).toBe(200);
  for (const { text } of await mailsTo(other)) {
    const key = /\?key=(\S+)/.exec(text)?.[1];
    if (key) expect(await status(placed, { 'X-Booking-Key': key })).toBe(404);
  }
});
