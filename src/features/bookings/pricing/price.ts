import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../../db/schema/content.ts';
import type {
  DiscountsTable,
  ExtraKind,
  FeeKind,
  FeesTable,
  PromoCodesTable,
  TaxesTable,
} from '../../../db/schema/prices.ts';
import type { DateSpan } from '../../../shared/nights.ts';
import type { PropertyNightRules, Rate } from '../../listings/night-rules.ts';

/** The currency of every home's prices. */
export const currency = 'usd';

/** The party and the dates for which a home is booked. */
export interface Stay extends DateSpan {
  guests: number;
  pets: number;
}

export type Discount = Pick<
  Selectable<DiscountsTable>,
  'kind' | 'label' | 'from_nights' | 'days_before' | 'percent'
>;
export type Fee = Pick<Selectable<FeesTable>, 'label' | 'kind' | 'amount_cents' | 'percent' | 'is_taxed'>;
export type Tax = Pick<
  Selectable<TaxesTable>,
  'label' | 'jurisdiction' | 'percent' | 'step' | 'first_night' | 'last_night' | 'max_nights'
>;
export type Promo = Pick<Selectable<PromoCodesTable>, 'code' | 'percent' | 'amount_cents'>;

/** Something that was added to a stay, as it is priced: chosen, ordered, or charged by hosts. */
export interface PricedExtra {
  label: string;
  quantity: number;
  /** The unit of its price. */
  charged: ExtraKind;
  /** The price of one piece, night or guest, in minor units. */
  unitCents: number;
  isTaxed: boolean;
  /** `null`: a charge by hosts. */
  extraId: string | null;
  /** The id of its row in `booking_extras`; an extra that was chosen while booking has none in the price. */
  addedId?: string;
}

export interface PriceRules {
  property: PropertyNightRules & Pick<Selectable<PropertiesTable>, 'guests_included'>;
  /** The strongest first. */
  rates: readonly Rate[];
  discounts: readonly Discount[];
  /** The fees in the order of their lines; taxes keep their order within their step. */
  fees: readonly Fee[];
  taxes: readonly Tax[];
}

/** One line of a price, in minor units; a reduction is negative. Refunds need `fee`, `isTaxed`, `step` and `base`. */
export type PriceLine = { label: string; amount: number } & (
  | { kind: 'rent' | 'discount' | 'promo' }
  | { kind: 'fee'; fee: FeeKind; isTaxed: boolean }
  | ({ kind: 'extra' } & PricedExtra)
  // `base`: what it was levied on, the lines of earlier steps included.
  | { kind: 'tax'; jurisdiction: string; step: number; base: number }
);

export type FeeLine = Extract<PriceLine, { kind: 'fee' }>;
export type ExtraLine = Extract<PriceLine, { kind: 'extra' }>;

const isRentKind: Record<PriceLine['kind'], boolean> = {
  rent: true,
  discount: true,
  promo: true,
  fee: false,
  extra: false,
  tax: false,
};

/** Whether a line is part of the rent that is left: the nights, and what is taken off them. */
export const isRentLine = ({ kind }: PriceLine): boolean => isRentKind[kind];

/** A tax that is not levied because the stay is too long, and the amount that it would apply to. */
export interface ExemptTax {
  jurisdiction: string;
  base: number;
}

/** Picks what guests see of each line. */
export const toBillLines = (lines: readonly PriceLine[]) =>
  lines.map((line) => ({
    kind: line.kind,
    label: line.label,
    amount: line.amount,
    jurisdiction: line.kind === 'tax' ? line.jurisdiction : undefined,
    quantity: line.kind === 'extra' ? line.quantity : undefined,
  }));

/** The fees and taxes as they were when the stay was priced; a later change of its party is priced by them. */
export interface BookedRules {
  guestsIncluded: number;
  /** The fees in the order of their lines. */
  fees: readonly Fee[];
  taxes: readonly Tax[];
}

/** The price of a stay, whose lines add up to the total; in minor units. */
export interface Price {
  nights: { date: string; price: number; season: string | null }[];
  lines: PriceLine[];
  /** The exempt amounts for the tax report; left out when there are none. */
  exempt?: ExemptTax[];
  total: number;
  perNight: number;
  /** The rules of a stored price; older releases stored none. */
  booked?: BookedRules;
}

export const sum = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
