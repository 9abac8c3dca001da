import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { sitePattern } from '../../../test/page-patterns.ts';
import { stopTurnoverClock } from '../../../test/turnovers.ts';
import { plainPicture } from '../../../test/uploads.ts';
import { createSite } from '../../app.server.ts';
import type { Platform } from '../../platform/context.server.ts';
import { createLimits } from '../../platform/http/rate-limit.server.ts';
import { newId } from '../../shared/uuid.server.ts';
import { isTracked } from '../analytics/events.ts';
import { findCleaner, reportTurnover, undoDone, uploadCleaningImage } from './cleaning.server.ts';
import type { CleanerTurnover, CleaningPage } from './contract.server.ts';
import { changeTurnover, listTurnovers, renewCleaningLink } from './hosts.server.ts';

/** Noon at the homes. */
let now = new Date('2027-07-09T17:00:00Z');
const app = await testAppForFile({ now: () => now });
const { db, pool } = app.platform;
await stopTurnoverClock(pool);
const siteWith = (platform: Platform) =>
  createSite({
    platform,
    api: app.api,
    renderPage: async () => new Response('a page'),
    serveStatic: async () => null,
    metrics: { observe: () => {} } as never,
    isReady: async () => true,
  });
const site = siteWith(app.platform);

const secrets = {
  name: 'Zebulon Quartz',
  email: 'zebulon@secret.example',
  phone: '+1 212 555 0199',
  note: 'We come for our wedding',
  total_cents: 7_654_321,
  due_now_cents: 7_654_321,
};

beforeEach(async () => {
  now = new Date('2027-07-09T17:00:00Z');
  await pool.query('truncate bookings, turnovers, cleaners, rate_limits cascade');
});

async function addCleaner(more: object = {}) {
  const { id } = await db
    .insertInto('cleaners')
    .values({ name: 'Marisol', email: `${newId()}@cleaners.example`, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { url } = await renewCleaningLink(app.ctx, id);
  return { id, url, token: url.split('/').at(-1) ?? '' };
}

/** A cleaner, a home of hers, and guests who leave today and arrive at once. */
async function opened(more: object = {}) {
  const cleaner = await addCleaner();
  const { id: home } = await addProperty(db, {
    title: 'The Beachcomber',
    cleaner_id: cleaner.id,
    street_address: '12 Gulf Lane',
    access_notes: 'Door code 4711',
    ...more,
  });
  const leaving = await addBooking(db, {
    property_id: home,
    checkin: '2027-07-05',
    checkout: '2027-07-09',
    ...secrets,
  });
  const arriving = await addBooking(db, {
    property_id: home,
    checkin: '2027-07-09',
    checkout: '2027-07-12',
    guests: 4,
    pets: 1,
    ...secrets,
  });
  const page = async (): Promise<CleaningPage> => {
    const response = await app.request('GET', `/api/cleaning/${cleaner.token}`);
    expect(response.status).toBe(200);
    return response.json();
  };
  const [today, later] = (await page()).turnovers as [CleanerTurnover, CleanerTurnover];
  const report = async (json: unknown, { id = today.id, key = newId(), token = cleaner.token } = {}) => {
    const response = await app.request('POST', `/api/cleaning/${token}/turnovers/${id}`, {
      json,
      headers: key ? { 'Idempotency-Key': key } : {},
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      ...(await response.json()),
    };
  };
  const undo = async ({ id = today.id, token = cleaner.token } = {}) => {
    const response = await app.request('POST', `/api/cleaning/${token}/turnovers/${id}/undo`);
    return { status: response.status, ...(await response.json()) };
  };
  return { cleaner, home, leaving, arriving, page, today, later, report, undo };
}

/** The form in which a phone sends an image. */
function photoForm(content: Uint8Array | string): FormData {
  const body = new FormData();
  body.append('file', new File([content as BlobPart], 'p.jpg', { type: 'image/jpeg' }));
  return body;
}

const sendPhoto = (token: string, content: Uint8Array | string) =>
  app.request('POST', `/api/cleaning/${token}/photos`, {
    body: photoForm(content),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });

test('a form without scripts reaches its page in an outage, too, which keeps what was typed', async () => {
  const outage = new Error('Connection terminated unexpectedly');
  const db = {
    selectFrom: () => {
      throw outage;
    },
  } as never;
  const headers = { Accept: 'text/html' };
  const response = await siteWith({ ...app.platform, db }).request(
    `/cleaning/${'A'.repeat(43)}`,
    { method: 'POST', headers },
    {},
  );
  expect([response.status, await response.text()]).toEqual([200, 'a page']);
});

/** Sends a form without scripts, whose page is drawn by `renderPage`. */
const sendForm = (
  platform: Platform,
  token: string,
  length: number,
  renderPage = async () => new Response('a page'),
) =>
  createSite({
    platform,
    api: app.api,
    renderPage,
    serveStatic: async () => null,
    metrics: { observe: () => {} } as never,
    isReady: async () => true,
  }).request(`/cleaning/${token}`, { method: 'POST', headers: { 'Content-Length': String(length) } }, {});

test('a form with photos is not read in an outage, one without them is', async () => {
  const db = {
    selectFrom: () => {
      throw new Error('Connection terminated unexpectedly');
    },
  } as never;
  const statusOf = async (length: number) =>
    (await sendForm({ ...app.platform, db }, 'A'.repeat(43), length)).status;
  expect([await statusOf(100_000), await statusOf(100_001)]).toEqual([200, 503]);
});

test('a process reads two forms with photos at a time, and the third is to come again', async () => {
  const { cleaner } = await opened();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let reading = 0;
  const site = createSite({
    platform: app.platform,
    api: app.api,
    async renderPage() {
      reading += 1;
      await released;
      return new Response('a page');
    },
    serveStatic: async () => null,
    metrics: { observe: () => {} } as never,
    isReady: async () => true,
  });
  const send = (length = 5_000_000) =>
    site.request(
      `/cleaning/${cleaner.token}`,
      { method: 'POST', headers: { 'Content-Length': String(length) } },
      {},
    );
  const both = [send(), send()];
  await expect.poll(() => reading).toBe(2);
  const third = await send();
  expect([third.status, third.headers.get('Retry-After'), (await third.json()).message]).toEqual([
    503,
    '10',
    'Others are sending photos just now. Please send yours again in a moment.',
  ]);
  await app.platform.db
    .updateTable('cleaners')
    .set({ language: 'es' })
    .where('id', '=', cleaner.id)
    .execute();
  const spanish = await send();
  expect([spanish.status, (await spanish.json()).message]).toEqual([
    503,
    expect.stringContaining('Otras personas están enviando fotos ahora.'),
  ]);
  const words = send(1_000);
  await expect.poll(() => reading).toBe(3);
  release();
  expect((await Promise.all([...both, words])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send()).status).toBe(200);
});

test('a form with photos counts before it is read, even if it fails', async () => {
  const { cleaner } = await opened();
  let read = 0;
  const renderPage = async () => {
    read += 1;
    return new Response('a page');
  };
  for (let count = 1; count <= 60; count += 1)
    expect((await sendForm(app.platform, cleaner.token, 5_000_000, renderPage)).status).toBe(200);
  const refused = await sendForm(app.platform, cleaner.token, 5_000_000, renderPage);
  expect([refused.status, read]).toEqual([429, 60]);
  await app.platform.db
    .updateTable('cleaners')
    .set({ language: 'es' })
    .where('id', '=', cleaner.id)
    .execute();
  const spanish = await sendForm(app.platform, cleaner.token, 5_000_000, renderPage);
  expect([spanish.status, (await spanish.json()).message]).toEqual([
    429,
    expect.stringContaining('Ha enviado mucho en poco tiempo.'),
  ]);
});

test('a cleaner reads what is to do: hours, people, pets, note, address, and how to get in on the day', async () => {
  const { page, today, home } = await opened();
  await changeTurnover(app.ctx, today.id, { note: 'Change the filter' });
  expect((await page()).turnovers).toMatchObject([
    {
      propertyTitle: 'The Beachcomber',
      address: '12 Gulf Lane',
      departsOn: '2027-07-09',
      arrivesOn: '2027-07-09',
      isSameDay: true,
      outBy: '10:00',
      nextGuestsFrom: '16:00',
      guests: 4,
      pets: 1,
      note: 'Change the filter',
      access: 'Door code 4711',
      status: 'todo',
      canReport: true,
    },
    { departsOn: '2027-07-12', arrivesOn: null, guests: null, access: '', canReport: false },
  ]);
  // The notes are shown on the day of the arrival, too, and on no day in between.
  await addBooking(db, { property_id: home, checkin: '2027-07-15', checkout: '2027-07-18' });
  const accessOn = async (day: string) => {
    now = new Date(`${day}T17:00:00Z`);
    return (await page()).turnovers.find(({ departsOn }) => departsOn === '2027-07-12')?.access;
  };
  expect([await accessOn('2027-07-12'), await accessOn('2027-07-13'), await accessOn('2027-07-15')]).toEqual([
    'Door code 4711',
    '',
    'Door code 4711',
  ]);
});

test('it is today and the next 30 days, and what was left undone in the last week', async () => {
  const { page, home, report } = await opened();
  for (const [checkin, checkout] of [
    ['2027-06-28', '2027-07-01'],
    ['2027-07-01', '2027-07-02'],
    ['2027-07-02', '2027-07-04'],
    ['2027-08-01', '2027-08-08'],
    ['2027-08-08', '2027-08-09'],
  ] as const)
    await addBooking(db, { property_id: home, checkin, checkout });
  const days = async () => (await page()).turnovers.map(({ departsOn }) => departsOn);
  expect(await days()).toEqual(['2027-07-02', '2027-07-04', '2027-07-09', '2027-07-12', '2027-08-08']);
  const [overdue] = (await page()).turnovers;
  expect(await report({ status: 'done' }, { id: overdue?.id ?? '' })).toMatchObject({ status: 'done' });
  expect(await days()).toEqual(['2027-07-04', '2027-07-09', '2027-07-12', '2027-08-08']);
});

test('unfinished turnovers stay until the next guests arrive, and all facts of an arrival are shown on its day, also in the calendar', async () => {
  const { cleaner, page, home, report } = await opened();
  await addBooking(db, { property_id: home, checkin: '2027-07-25', checkout: '2027-07-28' });
  const july12 = async (day: string) => {
    now = new Date(`${day}T17:00:00Z`);
    const turnover = (await page()).turnovers.find(({ departsOn }) => departsOn === '2027-07-12');
    const calendar = await (await site.request(`/cleaning/${cleaner.token}.ics`, {}, {})).text();
    expect(calendar.includes('DTSTART;VALUE=DATE:20270712')).toBe(turnover !== undefined);
    return turnover && [turnover.status, turnover.access, turnover.canReport];
  };
  expect(await july12('2027-07-24')).toEqual(['todo', '', true]);
  expect(await july12('2027-07-25')).toEqual(['todo', 'Door code 4711', true]);
  expect(await july12('2027-07-26')).toBeUndefined();
  now = new Date('2027-07-24T17:00:00Z');
  const { turnovers } = await page();
  const { id } = turnovers.find(({ departsOn }) => departsOn === '2027-07-12') as CleanerTurnover;
  expect(await report({ status: 'done' }, { id })).toMatchObject({ status: 'done' });
  expect(await july12('2027-07-24')).toBeUndefined();
  expect(await july12('2027-07-25')).toEqual(['done', 'Door code 4711', false]);
});

test('a report is stored with text and photos, and shown on the page', async () => {
  const { cleaner, page, report } = await opened();
  const picture = await plainPicture(60, 40).jpeg().toBuffer();
  const uploaded = await sendPhoto(cleaner.token, picture);
  expect(uploaded.status).toBe(200);
  const { media_url } = await uploaded.json();
  expect(media_url).toMatch(/^\/media\/[0-9a-f-]{36}\/\d+\.jpg$/);
  const problem = await report({ status: 'problem', report: ' A lamp is broken ', photos: [media_url] });
  expect(problem).toMatchObject({
    status: 'problem',
    report: 'A lamp is broken',
    photos: [media_url],
    doneAt: null,
  });
  expect(await report({ status: 'done' })).toMatchObject({ status: 'done', doneAt: now.toISOString() });
  expect((await page()).turnovers[0]).toMatchObject({
    status: 'done',
    report: 'A lamp is broken',
    photos: [media_url],
    canReport: false,
  });
  const { rows } = await pool.query(`select actor_id, action from audit_log where table_name = 'media'`);
  expect(rows).toEqual([{ actor_id: null, action: 'create' }]);
});

test('409 too_early before the day of the departure; on that day at the homes it is taken', async () => {
  const { later, report } = await opened();
  expect(await report({ status: 'done' }, { id: later.id })).toMatchObject({
    status: 409,
    reason: 'too_early',
  });
  // 23:59 of the day before at the homes, 04:59 of the day in UTC.
  now = new Date('2027-07-12T04:59:00Z');
  expect(await report({ status: 'done' }, { id: later.id })).toMatchObject({
    status: 409,
    reason: 'too_early',
  });
  now = new Date('2027-07-12T05:00:00Z');
  expect(await report({ status: 'done' }, { id: later.id })).toMatchObject({ status: 'done' });
});

test('409 already_done after it is done, but the same key gets the same response, also concurrently', async () => {
  const { report } = await opened();
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => report({ status: 'done', report: 'Fine' }, { key })),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 'done', report: 'Fine' });
  expect(await report({ status: 'problem' })).toMatchObject({ status: 409, reason: 'already_done' });
  expect(await report({ status: 'done' }, { key: '' })).toMatchObject({
    status: 409,
    reason: 'already_done',
  });
  expect(await report({ status: 'done', report: ' Fine ' }, { key })).toEqual(answers[0]);
});

test('409 other_report for the same key with another text, status or photos, which are not stored', async () => {
  const { cleaner, report, page } = await opened();
  const picture = await plainPicture(60, 40).jpeg().toBuffer();
  const { media_url } = await (await sendPhoto(cleaner.token, picture)).json();
  const key = newId();
  const first = { status: 'problem', report: 'The AC does not cool', photos: [media_url] };
  expect(await report(first, { key })).toMatchObject({ status: 'problem' });
  for (const other of [
    { ...first, report: 'The AC does not cool. Also water under the sink' },
    { ...first, status: 'done' },
    { ...first, photos: [] },
  ])
    expect(await report(other, { key })).toMatchObject({
      status: 409,
      reason: 'other_report',
      message: expect.stringContaining('another report already'),
    });
  expect(await report(first, { key })).toMatchObject({ status: 'problem', report: first.report });
  expect((await page()).turnovers[0]).toMatchObject(first);
});

test('hosts may set any status, and a problem may become done', async () => {
  const { today, later, report, page } = await opened();
  await report({ status: 'done' });
  expect(await changeTurnover(app.ctx, today.id, { status: 'todo' })).toMatchObject({
    status: 'todo',
    doneAt: null,
  });
  expect(await report({ status: 'problem' })).toMatchObject({ status: 'problem' });
  expect(await report({ status: 'done' })).toMatchObject({ status: 'done' });
  await changeTurnover(app.ctx, later.id, { status: 'done' });
  expect((await page()).turnovers.map(({ status }) => status)).toEqual(['done', 'done']);
});

test.each([
  ['an unknown status', { status: 'todo' }, 'status'],
  ['no status', {}, 'status'],
  ['an unknown field', { status: 'done', guest: 1 }, 'guest'],
  ['words that are too long', { status: 'done', report: 'x'.repeat(4001) }, 'report'],
  ['words that are no text', { status: 'done', report: 7 }, 'report'],
  ['seven photos', { status: 'done', photos: ['1', '2', '3', '4', '5', '6', '7'] }, 'photos'],
  ['the same photo twice', { status: 'done', photos: ['1', '1'] }, 'photos'],
  ['photos that are no addresses', { status: 'done', photos: [1] }, 'photos'],
  ['a photo of somewhere else', { status: 'done', photos: ['https://evil.example/a.jpg'] }, 'photos'],
])('400 for %s, which changes nothing', async (_, json, field) => {
  const { report, page } = await opened();
  const { status, fields } = await report(json);
  expect([status, Object.keys(fields)]).toEqual([400, [field]]);
  expect((await page()).turnovers[0]?.status).toBe('todo');
});

test('400 for a photo of another cleaner', async () => {
  const { report } = await opened();
  const other = await addCleaner();
  const { media_url } = await (
    await sendPhoto(other.token, await plainPicture(9, 9).png().toBuffer())
  ).json();
  expect(await report({ status: 'done', photos: [media_url] })).toMatchObject({ status: 400 });
});

test('a cleaner who takes over reports with the photos of the one before and with own ones', async () => {
  const { cleaner, report, today } = await opened();
  const photoOf = async (token: string): Promise<string> => {
    const picture = await plainPicture(9, 9).png().toBuffer();
    return (await (await sendPhoto(token, picture)).json()).media_url;
  };
  const [earlier, unused] = [await photoOf(cleaner.token), await photoOf(cleaner.token)];
  await report({ status: 'problem', photos: [earlier] });
  const { id, token } = await addCleaner();
  await changeTurnover(app.ctx, today.id, { cleaner_id: id });
  const own = await photoOf(token);
  expect(await report({ status: 'done', photos: [earlier, unused] }, { token })).toMatchObject({
    status: 400,
  });
  expect(await report({ status: 'done', photos: [earlier, own] }, { token })).toMatchObject({
    status: 'done',
    photos: [earlier, own],
  });
});

test('a report with fewer photos than the last one replaces it, and Undo restores them all', async () => {
  const { cleaner, page, report, undo } = await opened();
  const photos: string[] = [];
  for (let size = 1; size <= 5; size += 1) {
    const picture = await plainPicture(size, size).png().toBuffer();
    photos.push((await (await sendPhoto(cleaner.token, picture)).json()).media_url);
  }
  await report({ status: 'problem', report: 'A lamp is broken', photos });
  const kept = photos.slice(0, 2);
  expect(await report({ status: 'done', report: 'Mended', photos: kept })).toMatchObject({ photos: kept });
  expect(await undo()).toMatchObject({ status: 'problem', photos });
  expect((await page()).turnovers[0]).toMatchObject({ photos });
  for (const url of photos) expect((await site.request(url, {}, {})).status).toBe(200);
});

test('only images are accepted as photos', async () => {
  const { cleaner } = await opened();
  const answers = [
    await sendPhoto(cleaner.token, 'no picture at all'),
    await sendPhoto(cleaner.token, '%PDF-1.7 a file'),
    await sendPhoto(cleaner.token, ''),
    await app.request('POST', `/api/cleaning/${cleaner.token}/photos`, { json: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([415, 415, 400, 415]);
  expect(await db.selectFrom('cleaning_photos').selectAll().execute()).toEqual([]);
});

test('404 for unknown turnovers and those of others, for unknown links, and for cleaners who are switched off', async () => {
  const { cleaner, report, today } = await opened();
  const other = await addCleaner();
  expect((await report({ status: 'done' }, { id: newId() })).status).toBe(404);
  expect((await report({ status: 'done' }, { id: 'no-id' })).status).toBe(404);
  expect((await report({ status: 'done' }, { token: other.token })).status).toBe(404);
  for (const token of ['x', 'A'.repeat(43)]) {
    expect((await report({ status: 'done' }, { token })).status).toBe(404);
    expect((await app.request('GET', `/api/cleaning/${token}`)).status).toBe(404);
    expect((await sendPhoto(token, 'x')).status).toBe(404);
  }
  const opens = async () => [
    (await app.request('GET', `/api/cleaning/${cleaner.token}`)).status,
    (await site.request(`/cleaning/${cleaner.token}.ics`, {}, {})).status,
    (await sendPhoto(cleaner.token, 'x')).status,
    (await report({ status: 'problem' }, { id: today.id })).status,
  ];
  expect(await opens()).toEqual([200, 200, 415, 'problem']);
  await db.updateTable('cleaners').set({ is_active: false }).where('id', '=', cleaner.id).execute();
  expect(await opens()).toEqual([404, 404, 404, 404]);
});

test('a new link ends the old one, in the page, the calls and the calendar; only its hash is stored', async () => {
  const { cleaner, report } = await opened();
  const statuses = async (token: string) => [
    (await app.request('GET', `/api/cleaning/${token}`)).status,
    (await site.request(`/cleaning/${token}.ics`, {}, {})).status,
    (await sendPhoto(token, 'x')).status,
    (await report({ status: 'problem' }, { token })).status,
  ];
  expect(await statuses(cleaner.token)).toEqual([200, 200, 415, 'problem']);
  const token = (await renewCleaningLink(app.ctx, cleaner.id)).url.split('/').at(-1) ?? '';
  expect([await statuses(cleaner.token), await statuses(token)]).toEqual([
    [404, 404, 404, 404],
    [200, 200, 415, 'problem'],
  ]);
  const { rows } = await pool.query<{ text: string }>('select cleaners::text as text from cleaners');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('another address of a cleaner ends the link that the first one got; another name does not', async () => {
  const { cleaner } = await opened();
  const change = (values: { name: string } | { email: string }) =>
    db.updateTable('cleaners').set(values).where('id', '=', cleaner.id).execute();
  const status = async () => (await app.request('GET', `/api/cleaning/${cleaner.token}`)).status;
  await change({ name: 'Ana' });
  expect(await status()).toBe(200);
  await change({ email: 'ana@cleaners.example' });
  expect(await status()).toBe(404);
  const { url } = await renewCleaningLink(app.ctx, cleaner.id);
  expect((await app.request('GET', `/api/cleaning/${url.split('/').at(-1)}`)).status).toBe(200);
});

test('30 reports in an hour for a link, rejected ones included; repeated ones are not counted', async () => {
  const { report, cleaner } = await opened();
  app.platform.consumeLimit = createLimits(pool);
  const key = newId();
  await report({ status: 'done' }, { key });
  for (let count = 2; count <= 30; count += 1) expect((await report({ status: 'done' })).status).toBe(409);
  const refused = await report({ status: 'done' });
  expect(refused.status).toBe(429);
  expect(Number(refused.retryAfter)).toBeGreaterThan(3_000);
  expect(await report({ status: 'done' }, { key })).toMatchObject({ status: 'done' });
  expect((await app.request('GET', `/api/cleaning/${cleaner.token}`)).status).toBe(200);
});

test('60 photos in an hour for a link, not counted with its reports', async () => {
  const { cleaner, report } = await opened();
  for (let count = 1; count <= 60; count += 1) expect((await sendPhoto(cleaner.token, 'x')).status).toBe(415);
  const refused = await sendPhoto(cleaner.token, 'x');
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 3_000]).toEqual([429, true]);
  expect(await report({ status: 'done' })).toMatchObject({ status: 'done' });
});

test('the calendar has stable UIDs, an ETag and no access notes, and is not indexed', async () => {
  const { cleaner, today, later } = await opened();
  const read = (headers: Record<string, string> = {}) =>
    site.request(`/cleaning/${cleaner.token}.ics`, { headers }, {});
  const first = await read();
  const text = await first.text();
  expect(text.match(/UID:.*/g)?.map((line) => line.trim())).toEqual([
    `UID:turnover-${today.id}@localhost`,
    `UID:turnover-${later.id}@localhost`,
  ]);
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain('SUMMARY:Same day: The Beachcomber');
  expect(unfolded).toContain('Out by 10 AM\\, next guests 4 PM the same day');
  expect(unfolded).toContain('4 guests\\, 1 pet');
  // The UIDs are left out, because their random digits may be any.
  expect(unfolded.replaceAll(/^UID:.*$/gm, '')).not.toContain('4711');
  const etag = first.headers.get('ETag') ?? '';
  expect([first.headers.get('X-Robots-Tag'), first.headers.get('Referrer-Policy')]).toEqual([
    'noindex',
    'no-referrer',
  ]);
  expect((await read({ 'If-None-Match': etag })).status).toBe(304);
  now = new Date('2027-07-09T18:00:00Z');
  expect((await read({ 'If-None-Match': etag })).status).toBe(304);
  await changeTurnover(app.ctx, today.id, { note: 'New' });
  expect((await read({ 'If-None-Match': etag })).status).toBe(200);
  await pool.query('delete from turnovers');
  expect(await (await read()).text()).toContain('BEGIN:VTIMEZONE');
});

test('no guest’s name, address, phone, price, note or booking code reaches a cleaner', async () => {
  const { cleaner, leaving, arriving, report } = await opened();
  const texts = [
    await (await app.request('GET', `/api/cleaning/${cleaner.token}`)).text(),
    await (await site.request(`/cleaning/${cleaner.token}.ics`, {}, {})).text(),
    JSON.stringify(await report({ status: 'done' })),
  ];
  const planted = [
    'Zebulon',
    'Quartz',
    'secret.example',
    '555 0199',
    'wedding',
    '7654321',
    '76,543',
    leaving.code,
    arriving.code,
    leaving.id,
    arriving.id,
  ];
  for (const text of texts) for (const secret of planted) expect(text).not.toContain(secret);
});

test('a check list is shown without what could run', async () => {
  const { home, page } = await opened();
  await pool.query(`update properties set check_list = $1 where id = $2`, [
    '<ul><li>Sheets</li></ul><script>alert(1)</script><p onclick="x()">Towels</p>',
    home,
  ]);
  expect((await page()).turnovers[0]?.checkList).toBe('<ul><li>Sheets</li></ul><p>Towels</p>');
});

test('the token is in no log and no statistics, and robots are excluded', async () => {
  const { cleaner } = await opened();
  expect(sitePattern(`/cleaning/${cleaner.token}`)).toBe('/cleaning/:token');
  expect(isTracked(`/cleaning/${cleaner.token}`)).toBe(false);
  const robots = await site.request('/robots.txt', {}, {});
  expect(await robots.text()).toContain('Disallow: /cleaning\n');
  const traces = await Promise.all(
    [`/cleaning/${cleaner.token}.ics`, `/api/cleaning/${cleaner.token}`].map(async (path) => {
      const trace = { id: newId(), startedAt: 0, route: undefined as string | null | undefined };
      await site.request(path, {}, { trace });
      return trace.route;
    }),
  );
  expect(traces).toEqual(['/cleaning/:file{[^/]+\\.ics}', '/api/cleaning/:token']);
});

test('Done is undone within ten minutes: the earlier report is restored, and hosts see it', async () => {
  const { page, today, report, undo } = await opened();
  await report({ status: 'problem', report: 'A lamp is broken' });
  const key = newId();
  await report({ status: 'done', report: 'Mended' }, { key });
  expect((await page()).justDone).toEqual([{ id: today.id, propertyTitle: 'The Beachcomber' }]);
  now = new Date(now.getTime() + 10 * 60_000);
  const undone = await undo();
  expect(undone).toMatchObject({ status: 'problem', report: 'A lamp is broken', photos: [], doneAt: null });
  expect(await undo()).toEqual(undone);
  expect(await page()).toMatchObject({
    justDone: [],
    turnovers: [{ status: 'problem', canReport: true }, {}],
  });
  const { turnovers } = await listTurnovers(app.ctx, { from: '2027-07-09', to: '2027-07-09' });
  expect(turnovers).toMatchObject([{ status: 'problem', undoneAt: now.toISOString() }]);
  expect(await report({ status: 'done', report: 'Mended' }, { key })).toMatchObject({ status: 'done' });
  expect((await page()).justDone).toHaveLength(1);
});

test('409 too_late when it was done more than ten minutes ago', async () => {
  const { page, report, undo } = await opened();
  await report({ status: 'done' });
  now = new Date(now.getTime() + 10 * 60_000 + 1);
  expect((await page()).justDone).toEqual([]);
  expect(await undo()).toMatchObject({ status: 409, reason: 'too_late' });
});

test('409 not_done for what is not done, or was set by hosts', async () => {
  const { page, today, report, undo } = await opened();
  expect(await undo()).toMatchObject({ status: 409, reason: 'not_done' });
  await changeTurnover(app.ctx, today.id, { status: 'done' });
  expect((await page()).justDone).toEqual([]);
  expect(await undo()).toMatchObject({ status: 409, reason: 'not_done' });
  await changeTurnover(app.ctx, today.id, { status: 'todo' });
  await report({ status: 'done' });
  await changeTurnover(app.ctx, today.id, { status: 'problem' });
  expect(await undo()).toMatchObject({ status: 409, reason: 'not_done' });
});

test('a foreign or unknown turnover is not found, and taking back counts with the reports', async () => {
  const { undo } = await opened();
  const other = await addCleaner();
  expect((await undo({ token: other.token })).status).toBe(404);
  expect((await undo({ id: newId() })).status).toBe(404);
  expect((await undo({ id: 'x' })).status).toBe(404);
  const statuses = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await undo()).status);
  expect([statuses[29], statuses[30]]).toEqual([409, 429]);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['renewed', (id) => renewCleaningLink(app.ctx, id)],
  [
    'switched off',
    (id) => db.updateTable('cleaners').set({ is_active: false }).where('id', '=', id).execute(),
  ],
])('a link that is %s while its requests run changes nothing', async (_, end) => {
  const { cleaner, today } = await opened();
  const linked = await findCleaner(app.ctx, cleaner.token);
  await end(cleaner.id);
  const ended = expect.objectContaining({ code: 'notFound' });
  const report = { id: today.id, key: null, status: 'done' as const };
  await expect(reportTurnover(app.ctx, linked, report)).rejects.toEqual(ended);
  await expect(undoDone(app.ctx, linked, today.id)).rejects.toEqual(ended);
  const body = new FormData();
  body.append('file', new File([new Uint8Array(await plainPicture(40, 30).png().toBuffer())], 'door.png'));
  const request = new Request('http://localhost/photos', { method: 'POST', body });
  await expect(uploadCleaningImage(app.ctx, linked, request)).rejects.toEqual(ended);
  expect(await db.selectFrom('cleaning_photos').selectAll().execute()).toEqual([]);
  const stored = await db.selectFrom('turnovers').select('status').where('id', '=', today.id).execute();
  expect(stored).toEqual([{ status: 'todo' }]);
});

test('the page names the language of its cleaner', async () => {
  const { cleaner, page } = await opened();
  expect((await page()).language).toBe('en');
  await db.updateTable('cleaners').set({ language: 'es' }).where('id', '=', cleaner.id).execute();
  expect((await page()).language).toBe('es');
});
