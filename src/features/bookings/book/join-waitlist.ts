import { createContext } from 'react';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { nightsWaitlist } from '../checkout/calls.ts';
import type { StaySearch } from './stay-search.ts';

/** The outcome of joining, as text. */
export interface WaitlistOutcome {
  isJoined: boolean;
  message: string;
  /** The address exactly as it was typed. */
  email: string;
  /** The HTTP status of the response. */
  status: number;
}

/** The outcome of a form that was sent without scripts. */
export const WaitlistResult = createContext<WaitlistOutcome | null>(null);

export const waitlistFormId = 'waitlist';
export const waitlistIntent = 'waitlist';
export const waitlistField = 'waitlistEmail';

/** Adds an address to the waitlist of taken nights; a lost response is an outcome, too. */
export async function joinNights(
  fetch: Fetch | undefined,
  { property = '', checkin = '', checkout = '', guests }: StaySearch,
  email: string,
): Promise<WaitlistOutcome> {
  try {
    await nightsWaitlist.join({ json: { property, checkin, checkout, guests, email }, fetch });
    const message = 'You are on the list: we write to you when these nights open.';
    return { isJoined: true, message, email, status: 200 };
  } catch (error) {
    if (!(error instanceof ApiError))
      return { isJoined: false, message: 'Please try again in a moment.', email, status: 503 };
    return { isJoined: false, message: error.message, email, status: error.status };
  }
}
