import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { dayMs } from '../../../shared/durations.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const agreed = { houseRules: true, cancellation: true };
const guest = {
  name: 'Cay Doe',
  email: 'cay@guests.example',
  phone: '+1 850 555 0122',
  plan: 'full',
  agreed,
};

async function makeOffer(property: string, more: object = {}) {
  const expiresAt = new Date(Date.now() + 50 * dayMs).toISOString();
  const stay = { property, checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
  const response = await host.request('POST', '/api/admin/offers', { json: { ...stay, expiresAt, ...more } });
  expect(response.status).toBe(201);
  const { id, token } = await response.json();
  return { id, path: `/api/offers/${token}` };
}

/** Lets `days` pass since an offer was made, as its quote has it. */
async function pass(id: string, days: number): Promise<void> {
  const { quote_id } = await db
    .selectFrom('offers')
    .select('quote_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { plans, created_at } = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', quote_id)
    .executeTakeFirstOrThrow();
  const earlier = (plans as { dueLater: { amount: number }[] }[]).map((plan) => ({
    ...plan,
    dueLater: plan.dueLater.map(({ amount }) => ({ amount, on: inDays(30 - days) })),
  }));
  await db
    .updateTable('quotes')
    .set({
      plans: JSON.stringify(earlier),
      checkin: inDays(60 - days),
      checkout: inDays(63 - days),
      created_at: new Date(created_at.getTime() - days * dayMs),
    })
    .where('id', '=', quote_id)
    .execute();
}

const withPolicy = async () => {
  const { slug, id } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const policy = await db
    .insertInto('cancellation_policies')
    .values({
      name: `Fair ${slug}`,
      grace_hours: 48,
      steps: JSON.stringify([
        { days_before: 30, refund_percent: 100 },
        { days_before: 5, refund_percent: 50 },
      ]),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('properties')
    .set({ cancellation_policy_id: policy.id })
    .where('id', '=', id)
    .execute();
  return slug;
};

test('an offer shows and sells the plans, steps and grace of the day it is taken, at the price of the day it was made', async () => {
  const offer = await makeOffer(await withPolicy());
  const browser = cookieBrowser(stays);
  const read = async () => (await (await browser.request('GET', offer.path)).json()).quote;
  const fresh = await read();
  expect(fresh.plans.map(({ kind }: { kind: string }) => kind)).toEqual(['full', 'deposit']);
  expect(fresh.cancellation).toHaveLength(2);
  await pass(offer.id, 45);
  const late = await read();
  expect(late.plans).toEqual([{ kind: 'full', dueNow: 60_000, dueLater: [] }]);
  expect(late.cancellation).toMatchObject([{ refundPercent: 50 }]);
  expect(late.graceHours).toBe(48);
  expect(late.total).toBe(fresh.total);

  const refused = await browser.request('POST', `${offer.path}/bookings`, {
    json: { ...guest, plan: 'deposit' },
  });
  expect([refused.status, (await refused.json()).fields]).toEqual([
    400,
    { plan: 'This stay is paid all at once' },
  ]);
  const placed: Placed = await (
    await browser.request('POST', `${offer.path}/bookings`, { json: guest })
  ).json();
  expect(await stays.stored(placed.code)).toMatchObject({ due_now_cents: 60_000, balance_due_on: null });
  await pass(offer.id, 55);
  expect((await read()).graceHours).toBe(0);
});

test('the price of an offer is booked only with the offer, also after its booking was cancelled', async () => {
  const { slug } = await stays.addProperty();
  const offer = await makeOffer(slug, { nightly_cents: 5_000 });
  const browser = cookieBrowser(stays);
  const { quote } = await (await browser.request('GET', offer.path)).json();
  const before = await stays.book(quote.id);
  expect([before.status, (await before.json()).message]).toEqual([
    409,
    'This is the price of an offer. Please book it with the offer’s link.',
  ]);
  const placed: Placed = await (
    await browser.request('POST', `${offer.path}/bookings`, { json: guest })
  ).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.run();
  await stays.set(placed.code, { status: 'cancelled' });
  expect((await stays.book(quote.id)).status).toBe(409);
});
