import type discounts from '../../shared/schemas/discounts.ts';
import type extras from '../../shared/schemas/extras.ts';
import type fees from '../../shared/schemas/fees.ts';
import type promoCodes from '../../shared/schemas/promo-codes.ts';
import type taxes from '../../shared/schemas/taxes.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

export type DiscountKind = FieldValue<typeof discounts, 'kind'>;

export type DiscountsTable = TableColumns<
  typeof discounts,
  {
    kind: DiscountKind;
  }
>;

/**
 * How a fee is charged. A new kind is a choice in `shared/schemas/fees.ts`, a migration of `fees_kind_check`, its count in
 * `feeLines` (`bookings/pricing/price-lines.ts`), and a decision in two records: `isAlwaysBack` in `refund.ts` (refunded under
 * every policy) and `isOfParty` in `price-of-party.ts` (follows the number of guests or pets). None compiles without it.
 */
export type FeeKind = FieldValue<typeof fees, 'kind'>;

export type FeesTable = TableColumns<
  typeof fees,
  {
    kind: FeeKind;
  }
>;

export type ExtraKind = FieldValue<typeof extras, 'kind'>;

export type ExtrasTable = TableColumns<typeof extras>;

export type TaxesTable = TableColumns<typeof taxes>;

export type PromoCodesTable = TableColumns<typeof promoCodes>;
