import type { Db } from '../../../db/client.server.ts';
import { type QuoteParts, quoteParts } from '../quotes/store.server.ts';
import { type Attempt, activeAttempt } from './attempts-store.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { type BookedStay, bookedStay } from './homes-store.server.ts';
import { listPayments, type Payment } from './payments-store.server.ts';
import { pendingRefundOrders, type RefundOrder } from './refunds-store.server.ts';

/** A booking with everything that its pages, mails, documents and actions read. */
export interface BookingRecord extends BookedStay, QuoteParts {
  booking: Booking;
  /** The payments, oldest first. */
  payments: Payment[];
  /** Refunds that are pending at the card provider. */
  pendingRefunds: RefundOrder[];
  /** The open or pending payment. */
  attempt: Attempt | undefined;
}

/** Loads the record of a booking, in four queries. @param booking as it is stored now */
export async function loadRecord(db: Db, booking: Booking): Promise<BookingRecord> {
  const [stay, payments, pendingRefunds, attempt] = await Promise.all([
    bookedStay(db, booking),
    listPayments(db, booking.id),
    pendingRefundOrders(db, booking.id),
    activeAttempt(db, booking.id),
  ]);
  return { ...stay, ...quoteParts(stay.quote), booking, payments, pendingRefunds, attempt };
}
