import { canonicalEmail } from '../../../shared/text/email.ts';

/** The message is the same whether the address was on the list or not. */
export const waitlistThanks = (title: string): string =>
  `Thank you! We will write to you as soon as ${title} can be booked.`;

/** @returns a message, or null for a valid address */
export function emailError(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return canonicalEmail(email) === null ? 'Email is not a valid email' : null;
}
