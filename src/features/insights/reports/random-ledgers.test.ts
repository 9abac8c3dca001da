import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { runs } from '../../../../test/runs.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');

/** What hosts and guests do, one after the other; `part` is the percentage of what could be refunded. */
const step = fc.record({
  action: fc.constantFrom('book', 'book', 'hold', 'refund', 'cancel', 'guestCancels'),
  nights: fc.integer({ min: 1, max: 5 }),
  gap: fc.integer({ min: 0, max: 20 }),
  which: fc.nat(),
  part: fc.integer({ min: 1, max: 100 }),
});

interface TaxLine {
  kind: string;
  jurisdiction: string;
  amount: number;
}

const post = (code: string, action: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });

test('after random bookings, refunds and cancellations the reports are the sums of the receipts and of the payments', async () => {
  await stays.db
    .insertInto('taxes')
    .values([
      { label: 'City', jurisdiction: 'City', percent: 1.125, step: 1 },
      { label: 'Sales', jurisdiction: 'Florida', percent: 6, step: 2, max_nights: 3 },
      { label: 'Surtax', jurisdiction: 'Florida', percent: 0.75, step: 2 },
    ])
    .execute();
  const codes: { code: string; key: string }[] = [];

  async function run(
    slug: string,
    steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  ) {
    let day = 40;
    const own: typeof codes = [];
    for (const { action, nights, gap, which, part } of steps) {
      if (action === 'book' || action === 'hold') {
        const placed = await stays.hold(slug, {}, day + gap, nights);
        day += gap + nights;
        if (action === 'book') await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
        await stays.read(placed);
        own.push(placed);
        continue;
      }
      const chosen = own[which % Math.max(1, own.length)];
      if (!chosen) continue;
      const { paid } = await stays.read(chosen);
      const amount = Math.floor((paid * part) / 100);
      if (action === 'refund' && amount > 0) await post(chosen.code, 'refund', { amount, reason: 'Sorry' });
      if (action === 'cancel') await post(chosen.code, 'cancel', { refund: amount, reason: 'Storm' });
      if (action === 'guestCancels') await stays.act(chosen, 'cancel', { refund: paid });
    }
    codes.push(...own);
  }

  async function compare(): Promise<void> {
    const due = new Map<string, number>();
    for (const one of codes) {
      const { status, checkin, quote } = await stays.read(one);
      if (status !== 'confirmed') continue;
      for (const { kind, jurisdiction, amount } of quote.lines as TaxLine[]) {
        const key = `${checkin.slice(0, 7)} ${jurisdiction}`;
        if (kind === 'tax') due.set(key, (due.get(key) ?? 0) + amount);
      }
    }
    const months = 'from=2020-01&to=2029-12';
    const taxes = await (await host.request('GET', `/api/admin/reports/taxes?${months}`)).json();
    const rows = taxes.rows.filter((row: { due: number }) => row.due > 0);
    const reported = rows.map((row: { month: string; jurisdiction: string; due: number }) => [
      `${row.month} ${row.jurisdiction}`,
      row.due,
    ]);
    const own = await seededTaxes();
    for (const [key, amount] of own) due.set(key, (due.get(key) ?? 0) + amount);
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(due));
    const { totals } = await (await host.request('GET', `/api/admin/reports/payouts?${months}`)).json();
    const { rows: sums } = await stays.platform.pool.query(
      `select sum(amount_cents) filter (where kind = 'charge') as charges,
        coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) as refunds from payments`,
    );
    expect([totals.charges, totals.refunds]).toEqual([Number(sums[0].charges), Number(sums[0].refunds)]);
    expect(totals.net).toBe(totals.charges - totals.refunds);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const { slug } = await stays.addProperty({ horizon_days: 700 });
      await run(slug, steps);
      await compare();
    }),
    { numRuns: runs(15, 3), endOnFailure: true },
  );
}, 120_000);

/** The tax lines of the bookings that every new database has. */
async function seededTaxes(): Promise<[string, number][]> {
  const { rows } = await stays.platform.pool.query<{ key: string; due: string }>(
    `select to_char(bookings.checkin, 'YYYY-MM') || ' ' || (line ->> 'jurisdiction') as key, sum((line ->> 'amount')::int) as due
     from bookings join quotes on quotes.id = quote_id, jsonb_array_elements(price -> 'lines') as line
     where bookings.status = 'confirmed' and idempotency_key is null and line ->> 'kind' = 'tax' group by 1`,
  );
  return rows.map(({ key, due }) => [key, Number(due)]);
}
