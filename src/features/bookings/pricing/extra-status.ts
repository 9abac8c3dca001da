import type { BookingExtraStatus } from '../../../db/schema/bookings.ts';

const ended: ReadonlySet<BookingExtraStatus> = new Set(['declined', 'withdrawn', 'refunded']);

/** Whether an extra still belongs to its stay, or waits for the hosts. */
export const isLiveExtra = (status: BookingExtraStatus): boolean => !ended.has(status);
