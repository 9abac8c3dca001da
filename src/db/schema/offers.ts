import type { Generated } from 'kysely';
import type { Json, Moment } from './column-types.ts';

export interface QuotesTable {
  id: string;
  property_id: string;
  checkin: string;
  checkout: string;
  guests: number;
  pets: number;
  promo_code_id: string | null;
  /** `Price` of `features/bookings/pricing/price.ts`. */
  price: Json<unknown>;
  total_cents: number;
  currency: string;
  /** `PaymentPlan[]` of `features/bookings/pricing/payment-plans.ts`. */
  plans: Json<unknown>;
  /** The policy at the time: `CancellationPolicy` of `features/bookings/pricing/refund.ts`. */
  cancellation_policy: Json<unknown>;
  /** The home's clock time of check-in, by which cancellation is measured. */
  check_in_from: string;
  calendars_checked_at: Date | null;
  /** A trigger on `bookings` updates it. */
  is_booked: Generated<boolean>;
  created_at: Moment;
  expires_at: Date;
}

/** A quote that hosts send to one guest as a link. */
export interface OffersTable {
  id: string;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  quote_id: string;
  /** The booking that holds its nights, or came of it. */
  booking_id: string | null;
  inquiry_id: string | null;
  /** Canonical; empty for an offer that was not mailed. */
  email: Generated<string>;
  /** Each night's price in place of the home's; `null`: the home's own. */
  nightly_cents: number | null;
  /** The host's note to the guest. */
  note: Generated<string>;
  holds_nights: Generated<boolean>;
  /** The host's address. */
  created_by: string;
  expires_at: Date;
  withdrawn_at: Date | null;
  created_at: Moment;
}
