import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { createDb, createPool } from '../../../db/client.server.ts';
import { acceptOffer } from './accept-offer.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const dates = { checkin: inDays(60), checkout: inDays(63) };
const details = { name: 'Cay Doe', email: 'cay@guests.example', phone: '+1 850 555 0122', plan: 'full' };
const agreed = { houseRules: true, cancellation: true } as const;
const bodyOf = async (response: Response) => ({ ...(await response.json()), http: response.status });

/** An offer of a home of its own, whose nights are held for a month. */
async function offer(more: object = {}) {
  const { id: propertyId, slug } = await stays.addProperty();
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const json = { property: slug, ...dates, guests: 2, pets: 0, expiresAt, holdNights: true, ...more };
  const { id, token } = await bodyOf(await host.request('POST', '/api/admin/offers', { json }));
  return { id, propertyId, slug, path: `/api/offers/${token}` };
}
type Made = Awaited<ReturnType<typeof offer>>;
const accept = async ({ path }: Made, guest = cookieBrowser(stays), email = anyEmail()) =>
  bodyOf(await guest.request('POST', `${path}/bookings`, { json: { ...details, email, agreed } }));
const withdraw = async ({ id }: Made) =>
  bodyOf(await host.request('POST', `/api/admin/offers/${id}/withdraw`));

test('an offer that is withdrawn while the card provider is down frees its nights by the job, once it is up', async () => {
  const made = await offer();
  const { code, checkoutUrl } = await accept(made);
  await stays.faults({ apiStatus: 500 });
  expect(await withdraw(made)).toMatchObject({ http: 503, code: 'unavailable' });
  await stays.faults({ apiStatus: null });
  expect((await stays.stored(code)).status).toBe('held');
  await stays.run();
  expect((await stays.stored(code)).status).toBe('expired');
  const page = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(checkoutUrl));
  expect(page.status).toBe('expired');
  expect((await stays.hold(made.slug)).status).toBe('held');
});

const takeNights = ({ propertyId }: Made, kind: string) =>
  stays.platform.pool.query(
    `insert into occupied_nights (source_id, property_id, kind, nights)
     values (gen_random_uuid(), $1, $2, daterange($3, $4))`,
    [propertyId, kind, dates.checkin, dates.checkout],
  );
const sellElsewhere = (made: Made) => takeNights(made, 'feed_reservation');
const lostNights = {
  http: 409,
  reason: 'dates_taken',
  nearest: expect.any(Array),
  otherProperties: expect.any(Array),
};

test('an offer whose held nights another channel sold is not taken, and no mail with a payment link goes out', async () => {
  const made = await offer();
  await sellElsewhere(made);
  const mails = (await stays.queuedMail()).length;
  expect(await accept(made)).toMatchObject(lostNights);
  expect(await stays.queuedMail()).toHaveLength(mails);
  const held = await stays.db
    .selectFrom('bookings')
    .select('email')
    .where('property_id', '=', made.propertyId);
  expect(await held.execute()).toEqual([{ email: '' }]);
});

const withdrawnMessage = 'This offer was withdrawn. Please choose your dates again, or call us.';

test('no payment page opens for a withdrawn offer whose hold waits for the card provider', async () => {
  const [made, guest] = [await offer(), cookieBrowser(stays)];
  const { code } = await accept(made, guest);
  await stays.faults({ apiStatus: 500 });
  await withdraw(made);
  await stays.faults({ apiStatus: null });
  const { hold_expires_at } = await stays.stored(code);
  const trip = await bodyOf(await guest.request('GET', `/api/bookings/${code}`));
  expect(trip).toMatchObject({ status: 'held', can: ['release'], isOfferWithdrawn: true });
  const pay = await bodyOf(await guest.request('POST', `/api/bookings/${code}/checkout`, { json: {} }));
  expect(pay).toMatchObject({ http: 409, reason: 'not_open', message: withdrawnMessage });
  expect(await stays.stored(code)).toMatchObject({ status: 'held', hold_expires_at });
  await stays.run();
  expect((await stays.stored(code)).status).toBe('expired');
});

test.each(['feed_reservation', 'feed_block'])(
  'an offer whose held nights have a %s of another channel reads as taken, until they are free again',
  async (kind) => {
    const made = await offer();
    const states = async () => {
      const list = await (await host.request('GET', '/api/admin/offers')).json();
      const seen = [
        await bodyOf(await stays.request('GET', made.path)),
        list.find(({ id }: Made) => id === made.id),
      ];
      return seen.map(({ state, areNightsHeld }) => `${state} ${areNightsHeld}`);
    };
    expect(await states()).toEqual(['open true', 'open true']);
    await takeNights(made, kind);
    expect(await states()).toEqual(['taken false', 'taken false']);
    await stays.platform.pool.query('delete from occupied_nights where property_id = $1 and kind = $2', [
      made.propertyId,
      kind,
    ]);
    expect(await states()).toEqual(['open true', 'open true']);
  },
);

test('an offer keeps its held nights beside another stay when hosts ask for free nights between stays later', async () => {
  const made = await offer();
  await stays.platform.pool.query(
    `insert into occupied_nights (source_id, property_id, kind, nights)
     values (gen_random_uuid(), $1, 'feed_reservation', daterange($2, $3))`,
    [made.propertyId, dates.checkout, inDays(66)],
  );
  await stays.platform.pool.query('update properties set turnover_nights = 2 where id = $1', [
    made.propertyId,
  ]);
  expect(await bodyOf(await stays.request('GET', made.path))).toMatchObject({ state: 'open' });
  expect(await accept(made)).toMatchObject({ http: 201, status: 'held' });
});

test('an offer that is taken again after another channel sold its nights closes its payment page and lets them go', async () => {
  const made = await offer();
  const email = anyEmail();
  const { code, checkoutUrl } = await accept(made, cookieBrowser(stays), email);
  await sellElsewhere(made);
  expect(await accept(made, cookieBrowser(stays), email)).toMatchObject(lostNights);
  expect((await stays.stored(code)).status).toBe('released');
  const page = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(checkoutUrl));
  expect(page.status).toBe('expired');
});

const seenBy = async (guest: ReturnType<typeof cookieBrowser>, { path }: Made, code: string) => [
  (await guest.request('GET', `/api/bookings/${code}`)).status,
  (await bodyOf(await guest.request('GET', path))).bookingCode,
];

test('a guest who takes an offer on two browsers sees the booking on both, with its page open or expired', async () => {
  const made = await offer();
  const [laptop, phone, tablet] = [cookieBrowser(stays), cookieBrowser(stays), cookieBrowser(stays)];
  const email = anyEmail();
  const { code, checkoutUrl } = await accept(made, laptop, email);
  expect((await accept(made, phone, email)).checkoutUrl).toBe(checkoutUrl);
  await stays.step(stays.sessionOf(checkoutUrl), 'expire');
  expect(await seenBy(laptop, made, code)).toEqual([200, code]);
  expect((await accept(made, tablet, email)).code).toBe(code);
  for (const browser of [laptop, phone, tablet])
    expect(await seenBy(browser, made, code)).toEqual([200, code]);
  expect(await seenBy(cookieBrowser(stays), made, code)).toEqual([404, null]);
  expect((await laptop.request('POST', `/api/bookings/${code}/release`, { json: {} })).status).toBe(200);
});

test('taking an offer needs one database connection: many guests at once cannot starve each other', async () => {
  const made = await offer();
  const pool = createPool(stays.platform.settings.databaseUrl);
  pool.options.max = 1;
  try {
    const ctx = { ...stays.ctx, pool, db: createDb(pool) };
    const request = { ...details, plan: 'full' as const, agreed };
    const token = made.path.split('/').at(-1) ?? '';
    expect(await acceptOffer(ctx, token, request, randomBytes(32))).toMatchObject({
      status: 'held',
      checkoutUrl: expect.stringContaining('/stripe/pay/'),
    });
  } finally {
    await pool.end();
  }
});
