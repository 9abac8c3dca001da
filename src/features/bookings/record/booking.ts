import type { Selectable } from 'kysely';
import type { BookingStatus, BookingsTable } from '../../../db/schema/bookings.ts';

/** The statuses that may follow each status; drawn in docs/booking-states.md. */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  held: ['confirmed', 'expired', 'released'],
  // An approved request becomes a hold that waits for its payment.
  requested: ['held', 'declined', 'expired'],
  confirmed: ['cancelled'],
  // A hold that has ended and is paid too late is confirmed while its nights are still free.
  expired: ['confirmed'],
  released: ['confirmed'],
  declined: [],
  cancelled: [],
};

/** The states that a booking may begin in; `confirmed` is for one by phone that was paid elsewhere. */
export const initialStatuses: readonly BookingStatus[] = ['held', 'requested', 'confirmed'];

/** The statuses in which a booking occupies its nights: those of the exclusion constraint. */
export const occupyingStatuses: readonly BookingStatus[] = ['held', 'requested', 'confirmed'];

export const canBecome = (from: BookingStatus, to: BookingStatus): boolean => transitions[from].includes(to);

export const occupiesNights = (status: BookingStatus): boolean => occupyingStatuses.includes(status);

type StoredBooking = Selectable<BookingsTable>;
type CardColumns = Pick<StoredBooking, 'stripe_customer_id' | 'stripe_payment_method_id'>;

/** A card can be charged without the guest only together with its customer. */
const isStored = (card: CardColumns): boolean =>
  card.stripe_customer_id !== null && card.stripe_payment_method_id !== null;

/** Whether the balance is charged to a card without the guest, who agreed to that with the deposit. */
export const hasStoredCard = (booking: CardColumns & Pick<StoredBooking, 'plan'>): boolean =>
  booking.plan === 'deposit' && isStored(booking);

/** How many days before its charge a balance is announced to its guest. */
export const announceDays = 3;

/** The texts to which guests may agree when they book. */
export const laterChargesText = 'My card may be charged for what I order later';

/** Whether the guest agreed, when booking, that what is ordered later is charged to a card. */
export const allowsLaterCharges = ({ agreed }: Pick<StoredBooking, 'agreed'>): boolean =>
  typeof agreed.laterCharges === 'string';

/** Whether hosts may charge the stored card for what the guest ordered later. */
export const hasCardForLater = (booking: CardColumns & Pick<StoredBooking, 'agreed'>): boolean =>
  allowsLaterCharges(booking) && isStored(booking);

/** Whether hosts can correct the guest; a booking that has ended mails its guest nothing more. */
export const isCorrectable = (
  booking: Pick<Selectable<BookingsTable>, 'status' | 'email' | 'source'>,
): boolean => occupiesNights(booking.status) && (isReachable(booking) || isWithoutEmail(booking));

/** Whether the guest has no e-mail address: a booking by phone without one, or an offer that no guest has taken. */
export const isWithoutEmail = ({
  email,
  source,
}: Pick<Selectable<BookingsTable>, 'email' | 'source'>): boolean => email === '' && source === 'hosts';

/** Whether the guest has an e-mail address: no deleted account, no offer that is not taken yet, no guest who gave none. */
export const isReachable = ({ email }: Pick<BookingsTable, 'email'>): boolean =>
  email.includes('@') && !email.endsWith('.invalid');
