import type { FeeKind } from '../../../db/schema/prices.ts';
import { countNights } from '../../../shared/nights.ts';
import { applyPercent } from './percent.ts';
import {
  type BookedRules,
  type Fee,
  type FeeLine,
  isRentLine,
  type Price,
  type PriceLine,
  type PriceRules,
  type Stay,
} from './price.ts';
import { extraLines, feeLines } from './price-lines.ts';
import { isExtraLine, priceWithExtras, toPricedExtra } from './price-of-extras.ts';

/** Whether fees of a kind follow the number of guests or pets. */
const isOfParty: Record<FeeKind, boolean> = {
  per_stay: false,
  per_night: false,
  per_extra_guest_per_night: true,
  per_pet_per_stay: true,
  percent_of_rent: false,
};

type TaxLine = Extract<PriceLine, { kind: 'tax' }>;
const isFee = (line: PriceLine): line is FeeLine => line.kind === 'fee';
const isTax = (line: PriceLine): line is TaxLine => line.kind === 'tax';

/** The rows that are stored with a price, so that another party is priced by them. */
export const toBookedRules = ({ property, fees, taxes }: PriceRules): BookedRules => ({
  guestsIncluded: property.guests_included,
  fees: fees.map(({ label, kind, amount_cents, percent, is_taxed }) => ({
    label,
    kind,
    amount_cents,
    percent,
    is_taxed,
  })),
  taxes: taxes.map(({ label, jurisdiction, percent, step, first_night, last_night, max_nights }) => ({
    label,
    jurisdiction,
    percent,
    step,
    first_night,
    last_night,
    max_nights,
  })),
});

/**
 * The price of a stay for another party: extra guests, pets, extras by the guest
 * and the taxes on them change, everything else stays as it was.
 */
export function priceOfParty(price: Price, stay: Stay, booked: BookedRules): Price {
  const { guestsIncluded, fees, taxes } = booked;
  const rent = price.lines.filter(isRentLine);
  const newLines = feeLines(
    { fees: fees.filter(({ kind }) => isOfParty[kind]), property: { guests_included: guestsIncluded } },
    stay,
    0,
  ).filter(isFee);
  const oldLines = price.lines.filter(isFee).filter(({ fee }) => !isOfParty[fee]);
  const place = ({ label, fee }: FeeLine) => fees.findIndex((row) => row.label === label && row.kind === fee);
  const allFees = [...oldLines, ...newLines].sort((a, b) => place(a) - place(b));
  const extras = price.lines.filter(isExtraLine).map(toPricedExtra);
  const lines = [...rent, ...allFees];
  return priceWithExtras({ ...price, lines }, stay, taxes, extraLines(extras, stay));
}

/**
 * The rows of a price that an older release stored without them: taxes and fees from its lines, and fees that it had no
 * line of as they are today. @param stay as it was priced
 */
export function readBookedRules(price: Price, stay: Stay, today: BookedRules): BookedRules {
  if (price.booked) return price.booked;
  // Only the fees of the party are multiplied again later.
  const times: Record<FeeKind, number> = {
    per_stay: 1,
    per_night: 1,
    per_extra_guest_per_night: Math.max(0, stay.guests - today.guestsIncluded) * countNights(stay),
    per_pet_per_stay: stay.pets,
    percent_of_rent: 1,
  };
  const lines = price.lines.filter(isFee);
  const charged = lines.map(({ label, fee, isTaxed, amount }): Fee => {
    const count = times[fee];
    return {
      label,
      kind: fee,
      amount_cents: count > 0 ? Math.round(amount / count) : 0,
      percent: null,
      is_taxed: isTaxed,
    };
  });
  const others = today.fees.filter(
    ({ label, kind }) => !lines.some((line) => line.label === label && line.fee === kind),
  );
  const taxes = price.lines.filter(isTax).map(({ label, jurisdiction, step, base, amount }) => ({
    label,
    jurisdiction,
    step,
    percent: toPercent(amount, base),
    first_night: null,
    last_night: null,
    max_nights: null,
  }));
  const place = ({ label, kind }: Fee) => {
    const index = today.fees.findIndex((fee) => fee.label === label && fee.kind === kind);
    return index < 0 ? today.fees.length : index;
  };
  const fees = [...charged, ...others].sort((a, b) => place(a) - place(b));
  return { guestsIncluded: today.guestsIncluded, fees, taxes };
}

/** The roundest percentage of at most three decimals that gives an amount. */
function toPercent(amount: number, base: number): number {
  const exact = base === 0 ? 0 : (100 * amount) / base;
  const rounded = [1, 10, 100, 1_000].map((scale) => Math.round(exact * scale) / scale);
  return rounded.find((percent) => applyPercent(base, percent) === amount) ?? exact;
}
