import { sql } from 'kysely';
import { readAllRows } from '../../src/features/insights/occupancy/actions.server.ts';
import type { FigureRow } from '../../src/features/insights/occupancy/contract.server.ts';
import { directSums } from '../../src/features/insights/occupancy/store.server.ts';
import { readTaxReport } from '../../src/features/insights/reports/actions.server.ts';
import { eachMonth } from '../../src/features/insights/reports/months.ts';
import { addDays } from '../../src/shared/nights.ts';
import { usedMonths } from './months.ts';
import type { World } from './world.ts';

/** No sequence has a stay outside of them. */
const months = eachMonth({ from: '2026-01', to: '2033-12' });

/** Nights and rent by property and month, as they stood at a moment. */
export interface Standing {
  at: Date;
  sums: Record<string, { nights: number; rent: number }>;
}

/** What stands now. */
export async function loadStanding({ ctx: { db }, now }: World): Promise<Standing> {
  const at = now();
  const rows = await directSums(db, { months, propertyId: null, booksAt: at });
  return { at, sums: byMonth(rows, ({ nights, rent }) => ({ nights, rent })) };
}

type DirectRow = Awaited<ReturnType<typeof directSums>>[number];

const byMonth = (
  rows: readonly DirectRow[],
  pick: (row: DirectRow) => Standing['sums'][string],
): Standing['sums'] =>
  Object.fromEntries(
    rows
      .map((row) => [`${row.propertyId} ${row.month}`, pick(row)] as const)
      .filter(([, { nights }]) => nights > 0)
      .sort(([a], [b]) => a.localeCompare(b)),
  );

interface BookedStay {
  slug: string;
  status: 'confirmed' | 'cancelled';
  checkin: string;
  checkout: string;
  rent: number;
  others: number;
}

/** Loads stays with their prices from the bookings themselves, not from what the product derives from them. */
async function loadStays({ ctx: { db } }: World): Promise<BookedStay[]> {
  const { rows } = await sql<BookedStay>`
    select slug, status, bookings.checkin, bookings.checkout,
      (select coalesce(sum((line ->> 'amount')::int), 0) from jsonb_array_elements(price -> 'lines') as line
       where line ->> 'kind' in ('rent', 'discount', 'promo')) as rent,
      (select coalesce(sum((line ->> 'amount')::int), 0) from jsonb_array_elements(price -> 'lines') as line
       where line ->> 'kind' in ('fee', 'extra', 'tax')) as others
    from bookings join quotes on quotes.id = quote_id join properties on properties.id = bookings.property_id
    where status in ('confirmed', 'cancelled')`.execute(db);
  return rows;
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  if (amount !== 0) sums.set(key, (sums.get(key) ?? 0) + amount);
}

function expectedSums(stays: readonly BookedStay[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { slug, status, checkin, checkout, rent } of stays) {
    if (status === 'cancelled') {
      add(sums, `${slug} ${checkin.slice(0, 7)} cancellations`, 1);
      continue;
    }
    add(sums, `${slug} rent`, rent);
    for (let night = checkin; night < checkout; night = addDays(night, 1))
      add(sums, `${slug} ${night.slice(0, 7)} nights`, 1);
  }
  return sums;
}

function reportedSums(rows: readonly FigureRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { property, month, directNights, cancellations, rent } of rows) {
    add(sums, `${property} ${month} nights`, directNights);
    add(sums, `${property} ${month} cancellations`, cancellations);
    add(sums, `${property} rent`, rent);
  }
  return sums;
}

/** Lists figures that differ from those of the bookings, of the reports' ledger, or of the books. */
export async function findFigureDifferences(world: World, standings: readonly Standing[]): Promise<string[]> {
  const stays = await loadStays(world);
  const used = await usedMonths(world);
  const rows = await readAllRows(world.host, used);
  const [expected, reported] = [expectedSums(stays), reportedSums(rows)];
  const differences = [...new Set([...expected.keys(), ...reported.keys()])]
    .filter((key) => expected.get(key) !== reported.get(key))
    .map((key) => `figures: ${key} ${reported.get(key)} instead of ${expected.get(key)}`);
  const { ledger } = await readTaxReport(world.host, used);
  const rent = rows.reduce((sum, row) => sum + row.rent, 0);
  const others = stays
    .filter(({ status }) => status === 'confirmed')
    .reduce((sum, stay) => sum + stay.others, 0);
  if (rent + others !== ledger.billed)
    differences.push(
      `figures: rent ${rent} and ${others} of fees and taxes are not the ${ledger.billed} billed`,
    );
  return [...differences, ...(await findBookDifferences(world, standings))];
}

async function findBookDifferences(
  { ctx: { db } }: World,
  standings: readonly Standing[],
): Promise<string[]> {
  const differences: string[] = [];
  for (const { at, sums } of standings) {
    const rows = await directSums(db, { months, propertyId: null, booksAt: new Date(at.getTime() + 1) });
    const booked = byMonth(rows, ({ bookedNights, bookedRent }) => ({
      nights: bookedNights,
      rent: bookedRent,
    }));
    const [before, after] = [JSON.stringify(sums), JSON.stringify(booked)];
    if (before !== after)
      differences.push(`figures: on the books of ${at.toISOString()} ${after} instead of ${before}`);
  }
  return differences;
}
