import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { centsToDecimal, toCsv } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { daysBetween } from '../../../shared/nights.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { currency } from '../../bookings/pricing/price.ts';
import type { BookingList, BookingTotals } from './contract.server.ts';
import { type BookingFilter, type BookingPage, maxSummed } from './list-filter.ts';
import { bookingTotals, type ListedBooking, listBookings, propertyExists } from './store.server.ts';

/** Lists a page of the bookings that match the filters; the totals are null above `maxSummed` bookings. @throws AppError `invalid` */
export async function listHostedBookings(
  ctx: Ctx,
  { filter, paging }: { filter: BookingFilter; paging: BookingPage },
): Promise<BookingList> {
  requireAdmin(ctx);
  await requireProperty(ctx, filter);
  const summed = bookingTotals(ctx.db, filter, maxSummed + 1);
  const [rows, { ids: _, ...totals }] = await Promise.all([
    findBookings(ctx.db, filter, paging, summed),
    summed,
  ]);
  return {
    bookings: rows.map(toListItem),
    totals: totals.count > maxSummed ? null : { ...totals, currency },
    ...paging,
  };
}

/**
 * A search tries this many bookings first, in the order of the list: frequent words fill a page there. Rare words are found by
 * their indexes, once for the page and its totals.
 */
const searchedFirst = 2_000;

async function findBookings(
  db: Db,
  filter: BookingFilter,
  paging: BookingPage,
  summed: ReturnType<typeof bookingTotals>,
): Promise<ListedBooking[]> {
  if (filter.terms.length === 0) return listBookings(db, filter, paging);
  const first = await listBookings(db, filter, paging, { among: searchedFirst });
  if (first.length === paging.limit) return first;
  const { count, ids } = await summed;
  return listBookings(db, filter, paging, count > maxSummed ? 'all' : { ids });
}

/** Adds up all bookings that match the filters, however many. @throws AppError `invalid` */
export async function sumHostedBookings(ctx: Ctx, filter: BookingFilter): Promise<BookingTotals> {
  requireAdmin(ctx);
  await requireProperty(ctx, filter);
  const { ids: _, ...totals } = await bookingTotals(ctx.db, filter);
  return { ...totals, currency };
}

const toListItem = ({
  confirmedAt: _confirmedAt,
  cancelledAt: _cancelledAt,
  ...booking
}: ListedBooking): BookingList['bookings'][number] => isoMoments(booking);

async function requireProperty({ db }: Ctx, { property }: BookingFilter): Promise<void> {
  if (property === null || (await propertyExists(db, property))) return;
  throw new AppError('invalid', 'There is no such home.', { fields: { property: 'There is no such home' } });
}

/** The most rows of a file: more than a host has in years, and few enough for the memory. */
const maxCsvRows = 20_000;

const csvHeader = [
  'code',
  'status',
  'property',
  'checkin',
  'checkout',
  'nights',
  'guests',
  'pets',
  'name',
  'email',
  'phone',
  'source',
  'plan',
  'total',
  'paid',
  'open',
  'currency',
  'balance_due_on',
  'created_at',
  'confirmed_at',
  'cancelled_at',
  'note',
];

/** Exports the bookings that match the filters as CSV. @throws AppError `invalid`, also for more than `maxRows` */
export async function exportHostedBookings(
  ctx: Ctx,
  filter: BookingFilter,
  maxRows = maxCsvRows,
): Promise<string> {
  requireAdmin(ctx);
  await requireProperty(ctx, filter);
  const rows = await listBookings(ctx.db, filter, { page: 1, limit: maxRows + 1 });
  if (rows.length > maxRows)
    throw new AppError('invalid', `These are more than ${maxRows} bookings. Please choose fewer days.`, {
      fields: { from: 'Please choose fewer days' },
    });
  return toCsv([csvHeader, ...rows.map(toCsvRow)]);
}

const toCsvRow = (row: ListedBooking): (string | number | null)[] => [
  row.code,
  row.status,
  row.property.slug,
  row.checkin,
  row.checkout,
  daysBetween(row.checkin, row.checkout),
  row.guests,
  row.pets,
  row.name,
  row.email,
  row.phone,
  row.source,
  row.plan,
  centsToDecimal(row.total),
  centsToDecimal(row.paid),
  centsToDecimal(row.open),
  row.currency,
  row.balanceDueOn,
  row.createdAt.toISOString(),
  row.confirmedAt?.toISOString() ?? null,
  row.cancelledAt?.toISOString() ?? null,
  row.note,
];
