import { bookingPayments } from './features/bookings/payments/booking-payments.server.ts';
import { checkoutPayments } from './features/shop/payments/checkout-payments.server.ts';
import type { PaymentSubject } from './platform/context.server.ts';

/** Everything that is paid by card, with the feature that sells it; the card provider's events reach them in this order. */
export const paymentSubjects: readonly PaymentSubject[] = [bookingPayments, checkoutPayments];
