import { getTable, parseRowId } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { reasonError } from '../../bookings/calendar/reason.ts';
import { lockProperties } from '../../bookings/calendar/store.server.ts';
import { createRow } from '../../tables/actions.server.ts';
import { deleteRows } from '../../tables/delete-rows.server.ts';
import type { NewBlock, NightBlock } from './contract.server.ts';
import { bookingsOnDays, findBlock, propertyBySlug } from './store.server.ts';

/** Closes nights, once. @throws AppError `notFound`, `conflict` with the code of the booking that has some of them */
export async function closeNights(ctx: Ctx, { property: slug, ...span }: NewBlock): Promise<NightBlock> {
  requireAdmin(ctx);
  const property = await propertyBySlug(ctx.db, slug);
  if (!property) throw new AppError('notFound', 'There is no home at this address.');
  const values = { property_id: property.id, ...span };
  let present: { id: string } | undefined;
  try {
    const row = await createRow(ctx, getTable(ctx.tables, 'blocks'), values, async (tx) => {
      await lockProperties(tx, [property.id]);
      present = await findBlock(tx, values);
      if (present) throw new AppError('conflict', 'These nights are closed already.');
    });
    return { id: String(row.id), property: slug, ...span };
  } catch (error) {
    if (present) return { id: present.id, property: slug, ...span };
    const isTaken = error instanceof AppError && error.code === 'conflict';
    throw isTaken ? await takenError(ctx, property.id, span) : error;
  }
}

const statusNames = new Map([
  ['held', 'Hold'],
  ['requested', 'Request'],
]);

async function takenError(
  ctx: Ctx,
  propertyId: string,
  { first_night, last_night }: Omit<NewBlock, 'property'>,
): Promise<AppError> {
  const days = { from: first_night, to: addDays(last_night, 1) };
  const bookings = await bookingsOnDays(ctx.db, days, [propertyId]);
  const [first, ...more] = bookings;
  // The booking has released them since.
  if (!first) return new AppError('conflict', 'These nights were booked a moment ago. Please try again.');
  const { status, code, name, checkin, checkout } = first;
  const kind = statusNames.get(status) ?? 'Booking';
  const others = more.length > 0 ? ` Also taken by ${more.map((one) => one.code).join(', ')}.` : '';
  return reasonError(
    'dates_taken',
    `${kind} ${code} (${name}) has nights from ${formatDate(checkin)} to ${formatDate(checkout)}.${others} Nothing was closed.`,
    { bookingCode: code, bookingCodes: bookings.map((one) => one.code) },
  );
}

/** @returns its id in the trash @throws AppError `notFound` when the nights are open already */
export async function openNights(ctx: Ctx, id: string): Promise<{ success: true; trashId: string }> {
  requireAdmin(ctx);
  const table = getTable(ctx.tables, 'blocks');
  try {
    const [trashId = ''] = await deleteRows(ctx, table, [parseRowId(table, id)]);
    return { success: true, trashId };
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound')
      throw new AppError('notFound', 'These nights are no longer closed.');
    throw error;
  }
}
