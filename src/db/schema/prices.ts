import type discounts from '../../shared/schemas/discounts.ts';
import type fees from '../../shared/schemas/fees.ts';
import type promoCodes from '../../shared/schemas/promo-codes.ts';
import type taxes from '../../shared/schemas/taxes.ts';
import type { TableColumns } from './table-columns.ts';

export type DiscountKind = 'length_of_stay' | 'early' | 'last_minute';

export type DiscountsTable = TableColumns<
  typeof discounts,
  {
    kind: DiscountKind;
  }
>;

export type FeeKind =
  | 'per_stay'
  | 'per_night'
  | 'per_extra_guest_per_night'
  | 'per_pet_per_stay'
  | 'percent_of_rent';

export type FeesTable = TableColumns<
  typeof fees,
  {
    kind: FeeKind;
  }
>;

export type TaxesTable = TableColumns<typeof taxes>;

export type PromoCodesTable = TableColumns<typeof promoCodes>;
