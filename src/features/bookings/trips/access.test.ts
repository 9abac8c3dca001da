import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { attachmentMakers } from '../../../jobs.server.ts';
import { createMailTransport } from '../../../platform/mail/mail-transport.server.ts';
import { addDays } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { tripUrl } from '../emails/load-email-data.server.ts';
import { bookingOfLink } from '../record/find-booking.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const home = async () =>
  (await stays.addProperty({ access_notes: 'Door code 4711', street_address: '7 Gulf Drive' })).slug;
const confirmed = async (more: object = {}, from = 40) => stays.confirmed(await home(), more, from);
const get = async (browser: Browser, { code }: Pick<Placed, 'code'>, path = '') => {
  const response = await browser.request('GET', `/api/bookings/${code}${path}`);
  return { status: response.status, text: await response.text() };
};
const tripsOf = async (browser: Browser) => {
  const response = await browser.request('GET', '/api/trips');
  return {
    status: response.status,
    ...(response.ok ? { codes: (await response.json()).map(({ code }: Placed) => code) } : {}),
  };
};

test('a host whose session is older than 12 hours sees a booking only after confirming with the passkey', async () => {
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  const placed = await confirmed();
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'host@example.com')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('passkeys')
    .values({ id: newId(), user_id: userId, credential_id: 'x'.repeat(16), public_key: Buffer.from('1') })
    .execute();
  expect((await get(host, placed)).status).toBe(200);
  await db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 13 * 3_600_000) })
    .execute();
  const detail = await host.request('GET', `/api/admin/bookings/${placed.code}`);
  expect([detail.status, (await detail.json()).fields]).toEqual([
    403,
    { passkey: 'Your session is older than 12 hours' },
  ]);
  expect((await get(host, placed)).status).toBe(404);
});

test('trips are those of the signed-in address in upper or lower case, and of no stranger', async () => {
  const placed = await confirmed({ email: 'Trip.Owner@Guests.Example' });
  const owner = await signedInBrowser(stays, 'trip.owner@guests.example', cookieBrowser(stays));
  const other = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  expect(await tripsOf(owner)).toEqual({ status: 200, codes: [placed.code] });
  expect(await tripsOf(other)).toEqual({ status: 200, codes: [] });
  expect(await tripsOf(cookieBrowser(stays))).toEqual({ status: 401 });
  expect((await get(other, placed)).status).toBe(404);
});

test('a browser that signs out sees the trips of its address no longer', async () => {
  const placed = await confirmed({ email: 'leaves@guests.example' });
  const browser = await signedInBrowser(stays, 'leaves@guests.example', cookieBrowser(stays));
  expect((await get(browser, placed)).status).toBe(200);
  await browser.request('POST', '/api/logout', { json: {} });
  expect((await get(browser, placed)).status).toBe(404);
});

test.each(['', '/cancellation', '/messages'])(
  'the response of a booking’s …%s shows no stranger what only arriving guests may read',
  async (path) => {
    const placed = await confirmed();
    const headers = { 'X-Booking-Key': placed.key };
    const response = await stays.request('GET', `/api/bookings/${placed.code}${path}`, {
      headers,
      from: anyAddress(),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/4711|Gulf Drive/);
  },
);

test('address and access are shown from 3 days before arrival to the end of the stay, and not once it is cancelled', async () => {
  const placed = await confirmed({}, 2);
  expect(await stays.read(placed)).toMatchObject({ address: '7 Gulf Drive', access: 'Door code 4711' });
  const { refund } = await (
    await stays.request('GET', `/api/bookings/${placed.code}/cancellation`, {
      headers: { 'X-Booking-Key': placed.key },
    })
  ).json();
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  expect(JSON.stringify(await stays.read(placed))).not.toMatch(/4711|Gulf Drive/);
});

test.each([
  ['in small letters', (code: string) => code.toLowerCase()],
  ['with spaces and a hyphen', (code: string) => `${code.slice(0, 4)}%20-%20${code.slice(4)}`],
  [
    'with the letters that are easily taken for figures',
    (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ],
])('a code that is said %s is found', async (_, say) => {
  const placed = await confirmed();
  const headers = { 'X-Booking-Key': placed.key };
  const response = await stays.request('GET', `/api/bookings/${say(placed.code)}`, {
    headers,
    from: anyAddress(),
  });
  expect([response.status, (await response.json()).code]).toEqual([200, placed.code]);
});

test.each(['', 'x', 'x'.repeat(43), `${'A'.repeat(42)}\u0000`.slice(0, 42), '../../etc/passwd'])(
  'a key such as %j opens nothing',
  async (key) => {
    const placed = await confirmed();
    const response = await stays.request('GET', `/api/bookings/${placed.code}`, {
      headers: { 'X-Booking-Key': key },
      from: anyAddress(),
    });
    expect(response.status).toBe(404);
  },
);

test('after a change of SESSION_SECRET both the links mailed before and those of later mails open a booking', async () => {
  const placed = await confirmed();
  const ctx = {
    ...stays.ctx,
    settings: { ...stays.ctx.settings, sessionSecret: 'another secret '.repeat(3) },
  };
  const booking = await bookingOfLink(ctx, placed.code, placed.key);
  expect(booking).toMatchObject({ code: placed.code });
  const { searchParams } = new URL(tripUrl(ctx, booking ?? { id: '', code: '', key_version: 0 }));
  expect(await bookingOfLink(ctx, placed.code, searchParams.get('key') ?? '')).toMatchObject({
    code: placed.code,
  });
});

/** A stay as a page, a file and the messages show it, `days` from today; at last as they show it once it is over. */
async function arrivingIn(days: number) {
  const placed = await confirmed();
  await stays.set(placed.code, { checkin: inDays(days), checkout: inDays(days + 3) });
  const read = async (path: string) => {
    const response = await stays.request('GET', `/api/bookings/${placed.code}${path}`, {
      headers: { 'X-Booking-Key': placed.key },
      from: anyAddress(),
    });
    expect(response.status).toBe(200);
    return (await response.text()).replace(/\r\n[ \t]/g, '');
  };
  return { placed, read };
}

test.each([
  ['the fourth day before arrival', 4, false],
  ['the third day before arrival', 3, true],
  ['the check-out day', -3, true],
  ['the day after the check-out day', -4, false],
  ['two years later', -730, false],
])(
  'on %s the page, the messages and the calendar file show address and access only while due',
  async (_, days, isDue) => {
    const { read } = await arrivingIn(days);
    const shown = isDue ? expect.stringContaining('7 Gulf Drive') : expect.not.stringMatching(/Gulf Drive/);
    expect(await read('/stay.ics')).toEqual(shown);
    const trip = await read('');
    expect(trip).toEqual(shown);
    expect(trip.includes('4711')).toBe(isDue);
    expect(await read('/messages')).not.toMatch(/4711|Gulf Drive/);
  },
);

test('after the stay a guest’s link shows what was agreed and paid, and not today’s door code', async () => {
  const { placed, read } = await arrivingIn(-730);
  const { property_id } = await stays.stored(placed.code);
  await db
    .updateTable('properties')
    .set({ access_notes: 'NEW door code 9182' })
    .where('id', '=', property_id)
    .execute();
  const trip = JSON.parse(await read(''));
  expect(trip).toMatchObject({ status: 'confirmed', total: 60_000, payments: [{ amount: 60_000 }] });
  expect(trip.agreed.houseRules).toEqual(expect.any(String));
  expect(JSON.stringify(trip)).not.toMatch(/9182|Gulf Drive/);
});

test('mails that wait in the queue until the stay is over are delivered without address and access', async () => {
  const server = await openMailServer();
  const placed = await confirmed({}, 2);
  const { checkin, checkout, email } = await stays.stored(placed.code);
  await db.updateTable('bookings').set({ arrival_sent_at: null }).where('code', '=', placed.code).execute();
  await stays.run();
  const queued = (await stays.queuedMail()).filter(({ to }) => to.address === email);
  const deliverAt = async (date: string) => {
    const from = stays.ctx.settings.mailFrom;
    const transport = createMailTransport(server.url, from, () => new Date(`${date}T12:00:00Z`));
    const sent = server.raw.length;
    for (const { html: _, ...job } of queued) await transport.deliver(job, undefined, attachmentMakers);
    transport.close();
    const mails = await Promise.all(server.raw.slice(sent).map((raw) => PostalMime.parse(raw)));
    const files = mails.flatMap(({ attachments }) =>
      attachments.filter(({ filename }) => filename === 'stay.ics'),
    );
    const ics = files.map(({ content }) => Buffer.from(content as ArrayBuffer).toString());
    return {
      subjects: mails.map(({ subject = '' }) => subject.split(':')[0]),
      text: mails.map(({ text, html }) => `${text}${html}`).join('\n') + ics.join('\n'),
      ics: ics.join('\n'),
    };
  };
  const intime = await deliverAt(checkin);
  expect(intime.subjects.toSorted()).toEqual([
    'Confirmed',
    expect.stringContaining('Your arrival on'),
    'Your nights are held',
  ]);
  expect(intime.ics).toContain('7 Gulf Drive');
  expect(intime.text).toContain('4711');
  const late = await deliverAt(addDays(checkout, 1));
  expect(late.subjects.toSorted()).toEqual(['Confirmed', 'Your nights are held']);
  expect(late.text).not.toMatch(/4711|Gulf Drive/);
  await server.close();
});
