import { hourMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';

/** The only two pages to which the card provider may send a guest back. */
export const successPath = '/checkout/success';
export const cancelPath = '/checkout/cancel';

/** How long a guest may take to pay; the provider allows 30 minutes to 24 hours. */
export const checkoutLifetimeMs = hourMs;

/** One error for what never existed, is hidden, or cannot be booked yet. */
export const unknownProduct = (): AppError =>
  new AppError(
    'notFound',
    'This property cannot be booked right now. Please choose another one in the shop.',
  );
