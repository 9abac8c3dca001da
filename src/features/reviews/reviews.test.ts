import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBooking } from '../../../test/bookings.ts';
import { inDays, openStays, type Stays } from '../../../test/paid-stays.ts';
import { type Answer, sender } from '../../../test/rows.ts';
import { anyAddress } from '../../../test/shop.ts';
import { type Browser, signedInBrowser } from '../../../test/sign-in.ts';
import { anonymizeBookings } from '../bookings/record/anonymize-store.server.ts';
import { reviewToken, reviewUrl } from './review-link.server.ts';
import { requestReview, runReviews } from './send-requests.server.ts';

let stays: Stays;
let host: Browser;
let slug: string;
let propertyId: string;
let guests = 0;
beforeAll(async () => {
  stays = await openStays();
  host = await signedInBrowser(stays, 'host@example.com');
});
beforeEach(async () => {
  ({ slug, id: propertyId } = await stays.addProperty());
  lastEnded = firstEnded - 1;
});
afterAll(() => stays.close());

const hosted = (method: string, path: string, json?: unknown) => sender(host)(method, path, json);

async function call(method: string, path: string, json?: unknown): Promise<Answer> {
  const options = json === undefined ? {} : { json };
  const response = await stays.request(method, path, { ...options, from: anyAddress() });
  return { ...((await response.json()) as object), status: response.status };
}

const requestOf = (code: string) =>
  stays.db
    .selectFrom('review_requests')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .selectAll('review_requests')
    .where('code', '=', code)
    .executeTakeFirst();

const setRequest = async (code: string, set: object) => {
  const { id } = await stays.stored(code);
  await stays.db.updateTable('review_requests').set(set).where('booking_id', '=', id).execute();
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Yesterday's guests are asked at 10:00 of today, which may still be to come. */
const firstEnded = 2;
let lastEnded = firstEnded - 1;
const nextEnded = () => {
  lastEnded += 1;
  return lastEnded;
};

/**
 * A confirmed stay of one night that ended so many days ago; without them, on a night of its own. It is stored as one to come, as
 * the database plans no mail about others.
 */
async function ended(days = nextEnded(), more: object = {}): Promise<{ code: string }> {
  guests += 1;
  const stay = { property_id: propertyId, checkin: inDays(60), checkout: inDays(61) };
  const guest = { email: `ann-${guests}@guests.example`, phone: '+1 850 555 0100' };
  const { code } = await addBooking(stays.db, { ...stay, ...guest, ...more });
  await stays.set(code, { checkin: inDays(-days - 1), checkout: inDays(-days) });
  return { code };
}

const tokenOf = async (code: string) => reviewToken(stays.ctx, await stays.stored(code));

const words = 'We loved the porch and the sound of the Gulf.';
const written = { rating: 5, text: words, name: 'Ann' };

/** A stay that its guest has reviewed. */
async function reviewed(more: object = {}): Promise<{ code: string; token: string; id: number }> {
  const { code } = await ended();
  await runReviews(stays.ctx);
  const token = await tokenOf(code);
  const answer = await call('POST', `/api/reviews/${token}`, { ...written, ...more });
  expect(answer.status, JSON.stringify(answer)).toBe(201);
  const row = await stays.db
    .selectFrom('reviews')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('reviews.id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return { code, token, id: row.id };
}

const asked = async (code: string) =>
  (await stays.subjects(code, 'guest')).filter((subject) => /How was your stay|Two minutes/.test(subject));

const ofHome = (query = '') => call('GET', `/api/properties/${slug}/reviews${query}`);

test('a confirmed stay is to be asked about at 10:00 at the home on the day after its check-out', async () => {
  const { code } = await stays.confirmed(slug);
  const { rows } = await sql<{ day: string; time: string }>`select
      to_char(due_at at time zone 'America/Chicago', 'YYYY-MM-DD') as day,
      to_char(due_at at time zone 'America/Chicago', 'HH24:MI') as time
    from review_requests join bookings on bookings.id = booking_id where code = ${code}`.execute(stays.db);
  expect(rows).toEqual([{ day: inDays(64), time: '10:00' }]);
  await stays.set(code, { checkout: inDays(70) });
  expect((await requestOf(code))?.due_at.toISOString().slice(0, 10)).toBe(inDays(71));
});

test('10:00 is 10:00 on both days on which the clocks change', async () => {
  const { rows } = await sql<{ spring: Date; autumn: Date }>`select
    review_due_at('2027-03-13') as spring, review_due_at('2027-11-06') as autumn`.execute(stays.db);
  expect(rows[0]?.spring.toISOString()).toBe('2027-03-14T15:00:00.000Z');
  expect(rows[0]?.autumn.toISOString()).toBe('2027-11-07T16:00:00.000Z');
});

test('a hold that was never paid is not asked about', async () => {
  const { code } = await stays.hold(slug);
  expect(await requestOf(code)).toBeUndefined();
});

test('a guest is asked for a review once when it is due, and again five days later', async () => {
  const { code } = await ended(1);
  await setRequest(code, { due_at: new Date(Date.now() + 60_000) });
  await runReviews(stays.ctx);
  expect(await asked(code)).toEqual([]);
  await setRequest(code, { due_at: daysAgo(0) });
  await runReviews(stays.ctx);
  await runReviews(stays.ctx);
  expect(await asked(code)).toHaveLength(1);
  expect(await requestOf(code)).toMatchObject({ sent_at: expect.any(Date), reminded_at: null });
  await setRequest(code, { sent_at: daysAgo(5.01) });
  await runReviews(stays.ctx);
  await runReviews(stays.ctx);
  expect(await asked(code)).toHaveLength(2);
  expect((await requestOf(code))?.reminded_at).toBeInstanceOf(Date);
});

test('both mails contain the link, in a plain part, too, and replies go to the hosts', async () => {
  const { code } = await ended();
  await runReviews(stays.ctx);
  await setRequest(code, { sent_at: daysAgo(6) });
  await runReviews(stays.ctx);
  const { id } = await stays.stored(code);
  const mails = (await stays.queuedMail()).filter(({ key }) => key.endsWith(id) && key.startsWith('review-'));
  expect(mails).toHaveLength(2);
  for (const { text, html, replyTo } of mails) {
    for (const body of [text, html]) expect(body).toContain(reviewUrl(stays.ctx, { id, key_version: 0 }));
    expect(text).toContain('public the moment you send them');
    expect(replyTo?.address).toBe(stays.platform.settings.hostsEmail);
  }
});

test('two concurrent processes send one mail', async () => {
  const { code } = await ended();
  const { id } = await stays.stored(code);
  await Promise.all(Array.from({ length: 6 }, () => requestReview(stays.ctx, id)));
  expect(await asked(code)).toHaveLength(1);
});

test('a process that dies between the mail and its record sends neither, and the next sends one', async () => {
  const { code } = await ended();
  const { id } = await stays.stored(code);
  const dies = { queue: () => Promise.reject(new Error('killed')) };
  await expect(requestReview({ ...stays.ctx, mail: dies }, id)).rejects.toThrow('killed');
  expect(await requestOf(code)).toMatchObject({ sent_at: null });
  await runReviews(stays.ctx);
  expect(await asked(code)).toHaveLength(1);
});

test.each<[string, object, number?]>([
  ['a stay that was cancelled before it began', { status: 'cancelled', cancelled_at: new Date(0) }],
  ['a guest without an address', { email: 'deleted@account.invalid', name: 'Deleted' }],
  ['a stay whose 60 days are over', {}, 61],
])('%s is not asked about', async (_, set, days) => {
  const { code } = await ended(days);
  await stays.set(code, { updated_at: new Date(), ...set });
  await setRequest(code, { due_at: daysAgo(1) });
  await runReviews(stays.ctx);
  expect(await asked(code)).toEqual([]);
});

test('a guest who has written a review gets no second mail', async () => {
  const { code } = await reviewed();
  await setRequest(code, { sent_at: daysAgo(6), is_open: true });
  await runReviews(stays.ctx);
  expect((await asked(code)).filter((subject) => subject.includes('Two minutes'))).toEqual([]);
});

test('the form has the stay and the first name, and a review is public the moment it is sent', async () => {
  const { code } = await ended(1, { name: 'Maria del Mar Lee' });
  await runReviews(stays.ctx);
  const token = await tokenOf(code);
  expect(await call('GET', `/api/reviews/${token}`)).toEqual({
    status: 200,
    home: { slug, title: expect.any(String) },
    checkin: inDays(-2),
    checkout: inDays(-1),
    name: 'Maria',
    canEdit: true,
  });
  expect((await ofHome()).count).toBe(0);
  const sent = { ...written, name: 'Maria & co', privateNote: 'The lamp flickers.' };
  expect(await call('POST', `/api/reviews/${token}`, sent)).toMatchObject({ status: 201, canEdit: true });
  expect(await ofHome()).toEqual({
    status: 200,
    average: null,
    count: 1,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 },
    reviews: [{ name: 'Maria & co', rating: 5, text: words, stayMonth: inDays(-2).slice(0, 7) }],
  });
});

test('the average is shown from the third review on, and includes hidden reviews', async () => {
  await reviewed({ rating: 5 });
  const { id } = await reviewed({ rating: 1, name: 'Grump', text: 'Sand everywhere, and the sea is wet.' });
  expect((await ofHome()).average).toBeNull();
  await reviewed({ rating: 4 });
  expect(await ofHome()).toMatchObject({ average: 3.33, count: 3 });
  expect(await hosted('POST', `/api/admin/reviews/${id}/hide`, { reason: 'abusive' })).toMatchObject({
    status: 200,
    hiddenReason: 'abusive',
  });
  const { reviews, ...sums } = await ofHome();
  expect(sums).toMatchObject({ average: 3.33, count: 3, distribution: { 1: 1, 2: 0, 3: 0, 4: 1, 5: 1 } });
  expect(reviews[1]).toEqual({ stayMonth: expect.any(String), hiddenReason: 'abusive' });
  expect(JSON.stringify(reviews)).not.toMatch(/Grump|the sea is wet/);
  expect((await hosted('POST', `/api/admin/reviews/${id}/show`, {})).hiddenReason).toBeNull();
  expect((await ofHome()).reviews[1].name).toBe('Grump');
});

test('ten reviews a page, the newest first, and by stars', async () => {
  for (let at = 0; at < 12; at += 1) {
    const { id } = await reviewed({ rating: at === 0 ? 2 : 5, name: `Guest ${at}` });
    await stays.db
      .updateTable('reviews')
      .set({ published_at: daysAgo(20 - at) })
      .where('id', '=', id)
      .execute();
  }
  const names = ({ reviews }: Answer) => reviews.map(({ name }: { name: string }) => name);
  expect(names(await ofHome())).toEqual(Array.from({ length: 10 }, (_, at) => `Guest ${11 - at}`));
  expect(names(await ofHome('?page=2'))).toEqual(['Guest 1', 'Guest 0']);
  expect(names(await ofHome('?page=3'))).toEqual([]);
  const twoStars = await ofHome('?stars=2');
  expect([names(twoStars), twoStars.count, twoStars.distribution[5]]).toEqual([['Guest 0'], 12, 11]);
});

test.each(['?page=0', '?page=x', '?stars=6', '?stars=0', '?sort=new', '?page=1&page=2'])(
  'a list of reviews with %s is rejected with 400',
  async (query) => {
    expect(await ofHome(query)).toMatchObject({ status: 400, fields: expect.any(Object) });
  },
);

test('reviews of an unknown home are 404', async () => {
  expect((await call('GET', '/api/properties/no-such-home/reviews')).status).toBe(404);
});

test('within 48 hours the guest changes a review, and afterwards never', async () => {
  const { token, id } = await reviewed({ privateNote: 'Between us.' });
  const changed = { ...written, rating: 4, text: 'On second thought, a little less.' };
  expect(await call('POST', `/api/reviews/${token}`, changed)).toMatchObject({
    status: 200,
    review: { rating: 4, text: 'On second thought, a little less.' },
  });
  const row = () => stays.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await row()).toMatchObject({ edited_at: expect.any(Date), private_note: 'Between us.' });
  await stays.db
    .updateTable('reviews')
    .set({ published_at: daysAgo(2.01) })
    .where('id', '=', id)
    .execute();
  expect(await call('POST', `/api/reviews/${token}`, written)).toMatchObject({
    status: 409,
    reason: 'already_reviewed',
    message: 'You have reviewed this stay. It can no longer be changed.',
  });
  expect(await call('GET', `/api/reviews/${token}`)).toMatchObject({ status: 200, canEdit: false });
});

test('a review with a reply is not changed any more, and the reply is', async () => {
  const { token, id } = await reviewed();
  await hosted('POST', `/api/admin/reviews/${id}/reply`, { text: 'Come back soon.' });
  expect(await call('POST', `/api/reviews/${token}`, written)).toMatchObject({
    status: 409,
    reason: 'already_reviewed',
  });
  await hosted('POST', `/api/admin/reviews/${id}/reply`, { text: 'Come back very soon.' });
  expect((await ofHome()).reviews).toMatchObject([{ reply: 'Come back very soon.' }]);
});

test('two reviews that are sent concurrently through one link are one', async () => {
  const { code } = await ended();
  await runReviews(stays.ctx);
  const token = await tokenOf(code);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call('POST', `/api/reviews/${token}`, written)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  expect((await ofHome()).count).toBe(1);
});

test('guests who write concurrently get different ids', async () => {
  const codes = [await ended(), await ended(), await ended()].map(({ code }) => code);
  await runReviews(stays.ctx);
  const tokens = await Promise.all(codes.map(tokenOf));
  const answers = await Promise.all(tokens.map((token) => call('POST', `/api/reviews/${token}`, written)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await ofHome()).count).toBe(3);
});

test.each(['A'.repeat(43), 'short', '..%2F..%2Fetc'])('a guessed link (%s) is 404', async (token) => {
  expect((await call('GET', `/api/reviews/${token}`)).status).toBe(404);
  expect((await call('POST', `/api/reviews/${token}`, written)).status).toBe(404);
});

test('neither the key of the booking nor the hash in the table opens the review of its stay', async () => {
  const { code, key } = await stays.confirmed(slug);
  await stays.set(code, { checkin: inDays(-3), checkout: inDays(-2) });
  await runReviews(stays.ctx);
  expect((await call('GET', `/api/reviews/${key}`)).status).toBe(404);
  const hash = (await requestOf(code))?.token_hash?.toString('base64url') ?? '';
  expect(hash).toHaveLength(43);
  expect((await call('GET', `/api/reviews/${hash}`)).status).toBe(404);
});

test('a forwarded link shows neither the private note nor anything of the booking', async () => {
  const { token, code } = await reviewed({ privateNote: 'Between us.' });
  const { status, ...form } = await call('GET', `/api/reviews/${token}`);
  expect(status).toBe(200);
  const { email, phone } = await stays.stored(code);
  for (const secret of ['Between us', code, email, phone, 'Lee'])
    expect(JSON.stringify(form)).not.toContain(secret);
});

test.each<[string, number, object, string, RegExp]>([
  ['before its end', -2, {}, 'stay_not_over', /not over yet/],
  ['after 60 days', 63, {}, 'window_closed', /that time is over/],
  [
    'that was cancelled before it began',
    80,
    { status: 'cancelled', cancelled_at: new Date(0) },
    'stay_cancelled',
    /cancelled/,
  ],
])('a stay %s is not reviewed', async (_, days, set, reason, message) => {
  const { code } = await ended(days);
  await runReviews(stays.ctx);
  await stays.set(code, { updated_at: new Date(), ...set });
  const token = await tokenOf(code);
  for (const [method, json] of [['GET'], ['POST', written]] as const)
    expect(await call(method, `/api/reviews/${token}`, json)).toMatchObject({
      status: 409,
      reason,
      message: expect.stringMatching(message),
    });
});

test('a stay is reviewed from the day of its check-out to the 60th day after it', async () => {
  for (const days of [0, 60]) {
    const { code } = await ended(days);
    await runReviews(stays.ctx);
    const answer = await call('POST', `/api/reviews/${await tokenOf(code)}`, written);
    expect(answer.status).toBe(201);
    await stays.set(code, { status: 'cancelled', cancelled_at: new Date() });
  }
});

test.each<[string, object, string]>([
  ['no rating', { rating: undefined }, 'rating'],
  ['six stars', { rating: 6 }, 'rating'],
  ['half a star', { rating: 4.5 }, 'rating'],
  ['19 characters', { text: 'x'.repeat(19) }, 'text'],
  ['spaces alone', { text: ' '.repeat(40) }, 'text'],
  ['4,001 emoji', { text: '🌊'.repeat(4_001) }, 'text'],
  ['no name', { name: ' ' }, 'name'],
  ['a name without end', { name: 'n'.repeat(61) }, 'name'],
  ['a note that is no text', { privateNote: 7 }, 'privateNote'],
  ['a note without end', { privateNote: 'n'.repeat(4_001) }, 'privateNote'],
  ['a field that is not there', { kind: 'stay' }, 'kind'],
])('a review with %s is rejected with the field', async (_, more, field) => {
  const { code } = await ended();
  await runReviews(stays.ctx);
  const answer = await call('POST', `/api/reviews/${await tokenOf(code)}`, { ...written, ...more });
  expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
});

test.each([
  ['HTML and scripts', '<script>alert(1)</script><img src=x onerror=alert(2)> & <b>bold</b> words'],
  ['4,000 emoji', '🌊'.repeat(4_000)],
  ['right-to-left text', 'נהנינו מאוד מהבית ומהחוף, תודה רבה לכם'],
  ['a phone number', 'Call us on +1 (850) 555-0142 if you want to know more.'],
])('%s in a review stay plain text', async (_, text) => {
  await reviewed({ text });
  expect((await ofHome()).reviews).toMatchObject([{ text }]);
});

test('characters that turn the direction of writing around, or show nothing, are left out', async () => {
  await reviewed({ text: `A fine${'\u202e'} stay by the sea\u0007, really.`, name: 'A\u202enn\n Lee' });
  expect((await ofHome()).reviews).toMatchObject([
    { text: 'A fine stay by the sea, really.', name: 'Ann Lee' },
  ]);
});

test('a link sends ten times within an hour at most', async () => {
  const { token } = await reviewed();
  for (let at = 0; at < 9; at += 1)
    expect((await call('POST', `/api/reviews/${token}`, written)).status).toBe(200);
  const response = await stays.request('POST', `/api/reviews/${token}`, {
    json: written,
    from: anyAddress(),
  });
  expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true]);
});

test('a network sends thirty reviews within an hour at most, however many links it guesses', async () => {
  const from = anyAddress();
  const send = () => stays.request('POST', `/api/reviews/${'B'.repeat(43)}`, { json: written, from });
  for (let at = 0; at < 30; at += 1) expect((await send()).status).toBe(404);
  expect((await send()).status).toBe(429);
});

test('acts of hosts are in the history, with who did them', async () => {
  const { id } = await reviewed();
  await hosted('POST', `/api/admin/reviews/${id}/reply`, { text: 'Thank you.' });
  await hosted('POST', `/api/admin/reviews/${id}/hide`, { reason: 'names_a_person' });
  await hosted('POST', `/api/admin/reviews/${id}/show`, {});
  const entries = await stays.db
    .selectFrom('audit_log')
    .select(['actor_email', 'before', 'after'])
    .where('table_name', '=', 'reviews')
    .where('row_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([
    { actor_email: 'host@example.com', after: { reply: 'Thank you.' } },
    { after: { hidden_reason: 'names_a_person' } },
    { before: { hidden_reason: 'names_a_person' }, after: { hidden_reason: null } },
  ]);
});

test('showing what is shown, and hiding again for the same reason, change nothing', async () => {
  const { id } = await reviewed();
  expect((await hosted('POST', `/api/admin/reviews/${id}/show`, {})).status).toBe(200);
  await hosted('POST', `/api/admin/reviews/${id}/hide`, { reason: 'abusive' });
  const hiddenAt = () => stays.db.selectFrom('reviews').select('hidden_at').where('id', '=', id).execute();
  const first = await hiddenAt();
  await hosted('POST', `/api/admin/reviews/${id}/hide`, { reason: 'abusive' });
  expect(await hiddenAt()).toEqual(first);
});

const acts: [string, object][] = [
  ['reply', { text: 'Thanks.' }],
  ['hide', { reason: 'abusive' }],
  ['show', {}],
];

test.each(acts)('%s is for hosts, of reviews of stays', async (act, json) => {
  const { id } = await reviewed();
  const path = `/api/admin/reviews/${id}/${act}`;
  expect((await call('POST', path, json)).status).toBe(401);
  const guest = await signedInBrowser(stays, `guest-${act}@guests.example`);
  expect((await sender(guest)('POST', path, json)).status).toBe(403);
  expect((await hosted('POST', `/api/admin/reviews/99999999/${act}`, json)).status).toBe(404);
  expect((await hosted('POST', `/api/admin/reviews/x/${act}`, json)).status).toBe(404);
  expect(await hosted('POST', `/api/admin/reviews/1/${act}`, json)).toMatchObject({
    status: 409,
    message: expect.stringContaining('This review is an example'),
  });
  expect((await hosted('POST', path, { ...json, more: 1 })).status).toBe(400);
});

test.each<[string, string, object, string]>([
  ['reply', 'no words', { text: ' ' }, 'text'],
  ['reply', '2,001 characters', { text: 'x'.repeat(2_001) }, 'text'],
  ['hide', 'no reason', {}, 'reason'],
  ['hide', 'a reason that is not on the list', { reason: 'too_honest' }, 'reason'],
])('%s with %s is rejected with the field', async (act, _, json, field) => {
  const { id } = await reviewed();
  const answer = await hosted('POST', `/api/admin/reviews/${id}/${act}`, json);
  expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
});

test('hosts see what waits for a reply, who was asked, what is hidden and what has a reply', async () => {
  const [open, hidden, replied] = [await reviewed(), await reviewed(), await reviewed()];
  const silent = await ended();
  await runReviews(stays.ctx);
  await hosted('POST', `/api/admin/reviews/${hidden.id}/hide`, { reason: 'abusive' });
  await hosted('POST', `/api/admin/reviews/${replied.id}/reply`, { text: 'Thanks.' });
  const lists = await hosted('GET', '/api/admin/reviews');
  const codes = (list: { code: string }[]) => list.map(({ code }) => code);
  expect(codes(lists.waiting)).toContain(open.code);
  expect(codes(lists.waiting)).not.toContain(replied.code);
  expect(codes(lists.unanswered)).toContain(silent.code);
  expect(codes(lists.unanswered)).not.toContain(open.code);
  expect(codes(lists.hidden)).toContain(hidden.code);
  expect(codes(lists.replied)).toContain(replied.code);
  expect((await call('GET', '/api/admin/reviews')).status).toBe(401);
});

const row = (id: number) =>
  stays.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst();

test('a review that hosts add in the tables is an example', async () => {
  const added = await hosted('POST', '/api/tables/reviews', {
    guest_name: 'Nobody',
    rating: 5,
    review_html: 'Best hosts ever.',
  });
  expect(added).toMatchObject({ status: 201, kind: 'example', booking_id: null, published_at: null });
  expect((await hosted('PUT', `/api/tables/reviews/${added.id}`, { rating: 4 })).status).toBe(200);
  expect(await hosted('PUT', `/api/tables/reviews/${added.id}`, { kind: 'stay' })).toMatchObject({
    status: 400,
    fields: { kind: expect.stringContaining('Only guests write reviews of stays') },
  });
  expect((await hosted('DELETE', `/api/tables/reviews/${added.id}`)).status).toBe(200);
});

test('a review of a stay by a host is rejected with the message that only guests write them', async () => {
  const { code } = await ended();
  const invented = { guest_name: 'Nobody', rating: 5, review_html: 'Best hosts ever.' };
  expect(await hosted('POST', '/api/tables/reviews', { ...invented, kind: 'stay' })).toMatchObject({
    status: 400,
    fields: { kind: expect.stringContaining('is an example') },
  });
  const { id: booking_id } = await stays.stored(code);
  expect(await hosted('POST', '/api/tables/reviews', { ...invented, booking_id })).toMatchObject({
    status: 400,
    fields: { booking_id: expect.stringContaining('Only guests') },
  });
});

test('the database itself takes no review of a stay without a booking, and one for each', async () => {
  const { code } = await reviewed();
  const { id: booking_id } = await stays.stored(code);
  const values = { id: 77_001, guest_name: 'X', rating: 5, review_html: 'x', kind: 'stay' as const };
  const insert = (more: object) =>
    stays.db
      .insertInto('reviews')
      .values({ ...values, ...more })
      .execute();
  await expect(insert({})).rejects.toThrow('reviews_stay_has_booking');
  await expect(insert({ booking_id })).rejects.toThrow('reviews_booking_id_key');
});

test.each<[string, object]>([
  ['rating', { rating: 5 }],
  ['text', { review_html: 'Quite good.' }],
  ['name', { guest_name: 'Ann L.' }],
  ['kind', { kind: 'example' }],
  ['booking', { booking_id: null }],
  ['subject', { subject: 'hosts' }],
])('the %s of a review of a stay is not changed in the tables', async (_, set) => {
  const { id } = await reviewed({ rating: 1, text: 'Not as nice <as> I had hoped & read.' });
  const before = await row(id);
  expect(await hosted('PUT', `/api/tables/reviews/${id}`, set)).toMatchObject({
    status: 409,
    message: expect.stringContaining('written by a guest about their stay'),
  });
  expect(await hosted('POST', '/api/tables/reviews/bulk', { ids: [id], set })).toMatchObject({ status: 409 });
  expect(await row(id)).toEqual(before);
});

test('a review of a stay is not deleted in the tables, alone or with others', async () => {
  const { id } = await reviewed();
  expect(await hosted('DELETE', `/api/tables/reviews/${id}`)).toMatchObject({
    status: 409,
    message: expect.stringContaining('cannot be deleted'),
  });
  expect((await hosted('POST', '/api/tables/reviews/bulk', { ids: [1, id], delete: true })).status).toBe(409);
  expect([await row(id), await row(1)]).toEqual([expect.any(Object), expect.any(Object)]);
});

test('a form that sends a review of a stay back as it is changes nothing', async () => {
  const { id } = await reviewed({ text: 'Lamp < sun & sea > pool, says the whole family.' });
  const before = await row(id);
  const { guest_name, rating, review_html, kind, booking_id, subject, position } = await hosted(
    'GET',
    `/api/tables/reviews/${id}`,
  );
  const same = { guest_name, rating, review_html, kind, booking_id, subject, position };
  expect((await hosted('PUT', `/api/tables/reviews/${id}`, same)).status).toBe(200);
  expect(await row(id)).toEqual(before);
});

test('the public reviews of a deleted account stay, and its private notes and links are deleted', async () => {
  const { code, token, id } = await reviewed({ privateNote: 'Between us.' });
  await hosted('POST', `/api/admin/reviews/${id}/reply`, { text: 'Thanks.' });
  const { email } = await stays.stored(code);
  await stays.db.transaction().execute((tx) => anonymizeBookings(tx, email, inDays(0)));
  expect(await row(id)).toMatchObject({ private_note: '', review_html: words, guest_name: 'Ann' });
  expect((await call('GET', `/api/reviews/${token}`)).status).toBe(404);
  expect((await ofHome()).count).toBe(1);
  const { rows } = await sql`select from audit_log where table_name = 'reviews'
    and (before || after)::text like '%Between us%'`.execute(stays.db);
  expect(rows).toEqual([]);
});

test('a published review stays with its home and its month when hosts move the stay', async () => {
  const { code } = await reviewed();
  const before = await ofHome();
  const other = await stays.addProperty();
  await stays.set(code, { property_id: other.id, checkin: inDays(-40) });
  expect(await ofHome()).toEqual(before);
  expect((await call('GET', `/api/properties/${other.slug}/reviews`)).count).toBe(0);
});

test('a local site lists the examples of the specification, each marked, and those of the hosts', async () => {
  await reviewed();
  const home = await (await stays.request('GET', '/api/reviews')).json();
  expect(home.filter(({ isExample }: { isExample: boolean }) => isExample)).toHaveLength(12);
  expect(home).toHaveLength(12);
  const hosts = await (await stays.request('GET', '/api/reviews?subject=hosts')).json();
  expect(hosts.map(({ guest_name }: { guest_name: string }) => guest_name)).toEqual([
    'Rachel T.',
    'Anthony B.',
    'Josephine K.',
  ]);
  expect((await call('GET', '/api/reviews?subject=dogs')).status).toBe(400);
  expect((await call('GET', '/api/reviews?limit=3')).status).toBe(400);
  const site = await (await stays.request('GET', '/api/site')).json();
  expect([site.review_rating, site.review_count, site.showsExamples]).toEqual([4.96, 12, true]);
});

test('the key of a booking finds the way to its review, from the check-out day on', async () => {
  const { code, key } = await stays.confirmed(slug);
  await runReviews(stays.ctx);
  const read = async (headers: Record<string, string> = { 'X-Booking-Key': key }) => {
    const response = await stays.request('GET', `/api/bookings/${code}/review`, { headers });
    return { ...((await response.json()) as object), status: response.status };
  };
  expect(await read()).toMatchObject({ status: 409, reason: 'stay_not_over' });
  await stays.set(code, { checkin: inDays(-1), checkout: inDays(0) });
  expect(await read()).toEqual({ status: 200, path: `/reviews/${await tokenOf(code)}` });
  expect((await read({})).status).toBe(404);
});
