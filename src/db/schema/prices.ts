import type { Generated } from 'kysely';
import type { Moment } from './column-types.ts';

export type DiscountKind = 'length_of_stay' | 'early' | 'last_minute';

export interface DiscountsTable {
  id: Generated<string>;
  /** `null`: all homes. */
  property_id: string | null;
  kind: DiscountKind;
  label: Generated<string>;
  from_nights: number | null;
  days_before: number | null;
  percent: number;
  created_at: Moment;
  updated_at: Moment;
}

export type FeeKind =
  | 'per_stay'
  | 'per_night'
  | 'per_extra_guest_per_night'
  | 'per_pet_per_stay'
  | 'percent_of_rent';

export interface FeesTable {
  id: Generated<string>;
  property_id: string | null;
  label: string;
  kind: FeeKind;
  amount_cents: number | null;
  percent: number | null;
  is_taxed: Generated<boolean>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface TaxesTable {
  id: Generated<string>;
  property_id: string | null;
  label: string;
  jurisdiction: string;
  percent: number;
  /** A later step is levied on the taxes of the earlier ones, too. */
  step: Generated<number>;
  /** Check-in nights for which it holds, both inclusive; `null` is open. */
  first_night: string | null;
  last_night: string | null;
  /** Longer stays are exempt. */
  max_nights: number | null;
  /** Where the rate is published. */
  description: Generated<string>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface PromoCodesTable {
  id: Generated<string>;
  code: string;
  percent: number | null;
  amount_cents: number | null;
  book_from: string | null;
  book_until: string | null;
  stay_from: string | null;
  stay_until: string | null;
  min_nights: number | null;
  max_uses: number | null;
  property_id: string | null;
  is_active: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}
