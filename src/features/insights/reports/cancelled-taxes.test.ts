import { expect, test } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com');

/** Books $600.00 of rent with 10 % tax, and $150.00 of cleaning without; half of the rent goes back. */
async function booked(jurisdiction: string, plan: 'full' | 'deposit' = 'full') {
  const { slug, id } = await stays.addProperty({ deposit_percent: 90, balance_due_days: 1 });
  const cleaning = { label: 'Cleaning', kind: 'per_stay' as const, amount_cents: 15_000, is_taxed: false };
  await db
    .insertInto('fees')
    .values({ ...cleaning, property_id: id })
    .execute();
  await db.insertInto('taxes').values({ property_id: id, label: 'Tax', jurisdiction, percent: 10 }).execute();
  const placed = await stays.confirmed(slug, { plan });
  await stays.setPolicy(placed.code, 50, { name: 'P', daysBefore: 10 });
  return placed;
}

const hosts = async (code: string, action: string, json: object) => {
  const response = await host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });
  expect(response.status, await response.clone().text()).toBe(200);
};

async function reported(name: string) {
  const month = inDays(60).slice(0, 7);
  const report = await host.request('GET', `/api/admin/reports/taxes?from=${month}&to=${month}`);
  const rows: { jurisdiction: string; taxable: number; due: number }[] = (await report.json()).cancelled;
  return rows
    .filter(({ jurisdiction }) => jurisdiction === name)
    .map(({ taxable, due }) => ({ taxable, due }));
}

test('a stay that its guest cancels leaves its tax that was not refunded in the report, and refunds by hosts lower it', async () => {
  const placed = await booked('Policy');
  expect((await stays.act(placed, 'cancel', { refund: 48_000 })).status).toBe(200);
  expect(await reported('Policy')).toEqual([{ taxable: 30_000, due: 3_000 }]);
  await hosts(placed.code, 'refund', { amount: 11_000, reason: 'Storm' });
  expect(await reported('Policy')).toEqual([{ taxable: 20_000, due: 2_000 }]);
});

test('a stay that hosts cancel with the policy’s refund leaves the same tax, and with their own each tax in proportion', async () => {
  const byPolicy = await booked('Hosts');
  await hosts(byPolicy.code, 'cancel', { refund: 48_000, reason: 'Storm' });
  expect(await reported('Hosts')).toEqual([{ taxable: 30_000, due: 3_000 }]);
  const free = await booked('Free');
  await hosts(free.code, 'cancel', { refund: 40_500, reason: 'Storm' });
  expect(await reported('Free')).toEqual([{ taxable: 30_000, due: 3_000 }]);
});

test('a stay with a deposit leaves its part of the tax that the policy keeps', async () => {
  const placed = await booked('Deposit', 'deposit');
  const { paid } = await stays.read(placed);
  expect(paid).toBe(72_900);
  expect((await stays.act(placed, 'cancel', { refund: 48_000 })).status).toBe(200);
  expect(await reported('Deposit')).toEqual([{ taxable: 22_636, due: 2_264 }]);
});

test('a stay that was cancelled before the figures were stored counts in proportion', async () => {
  const placed = await booked('Older');
  expect((await stays.act(placed, 'cancel', { refund: 48_000 })).status).toBe(200);
  const { id } = await stays.stored(placed.code);
  await stays.platform.pool.query(
    "update booking_events set details = details - 'policyRefund' where booking_id = $1 and event = 'cancelled'",
    [id],
  );
  expect(await reported('Older')).toEqual([{ taxable: 24_444, due: 2_444 }]);
});
