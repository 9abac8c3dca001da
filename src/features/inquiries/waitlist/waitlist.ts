import { canonicalEmail } from '../../../shared/text/email.ts';
import type { SpamSignals } from '../spam/spam-check.ts';

/** What the form of a home that is not open yet sends. */
export interface WaitlistRequest extends SpamSignals {
  propertyId: string;
  email: string;
}

/** What everybody reads who joins the list, whether the address was on it or not. */
export const notifyThanks = (title: string): string =>
  `Thank you! We will write to you as soon as ${title} can be booked.`;

/** What is wrong with an address, in words; `null` for one that mail can reach. */
export function addressProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return canonicalEmail(email) === null ? 'Email is not a valid email' : null;
}
