import type { RowEffect } from '../../../platform/context.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { addDays, listNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import {
  type NightRules,
  nightRules,
  type PropertyNightRules,
  type Rate,
} from '../../listings/night-rules.ts';
import { isSame, spread } from './effect.ts';

/** A home with its rates, the strongest first. */
export interface Tariff {
  property: PropertyNightRules & { title: string };
  rates: readonly Rate[];
}

interface ChangedNight {
  night: string;
  before: NightRules;
  after: NightRules;
}

/** The number of days in which any home can be sold: rates are set long before their nights are on sale. */
const comparedDays = 1_095;

/** Compares every night from today on. */
function changedNights(before: Tariff, after: Tariff, today: string): ChangedNight[] {
  return listNights(today, addDays(today, comparedDays + 1))
    .map((night) => ({
      night,
      before: nightRules(before.property, before.rates, night),
      after: nightRules(after.property, after.rates, night),
    }))
    .filter((one) => !isSame(one.before, one.after));
}

const priceText = (cents: number, currency: string): string =>
  cents === 0 ? 'not for sale' : formatMoney(cents, currency);

function rangeText(prices: readonly number[], currency: string): string {
  const { lowest, highest } = spread(prices);
  const from = priceText(lowest, currency);
  return lowest === highest ? from : `${from} to ${priceText(highest, currency)}`;
}

/** The effect of a change of values or rates on the nights of a home. */
export function tariffEffect(
  before: Tariff,
  after: Tariff,
  { today, currency }: { today: string; currency: string },
): RowEffect {
  const { title } = after.property;
  const changed = changedNights(before, after, today);
  if (changed.length === 0) return { lines: [`${title}: no night changes.`], warnings: [] };
  const prices = changed.filter((one) => one.before.price !== one.after.price);
  const count = pluralize(changed.length, 'night');
  const [change, stay] =
    changed.length === 1 ? ['changes', 'its price stays'] : ['change', 'their prices stay'];
  const lines =
    prices.length === 0
      ? [`${title}: the rules of ${count} change, ${stay}.`]
      : [
          `${title}: ${count} ${change}. ${rangeText(
            prices.map((one) => one.before.price),
            currency,
          )} → ${rangeText(
            prices.map((one) => one.after.price),
            currency,
          )}.`,
        ];
  return { lines, warnings: fallWarnings(title, prices, currency) };
}

function fallWarnings(title: string, prices: readonly ChangedNight[], currency: string): string[] {
  const fallen = prices.filter((one) => one.after.price * 2 < one.before.price);
  const [ended, cheaper] = [
    fallen.filter((one) => one.after.price === 0),
    fallen.filter((one) => one.after.price > 0),
  ];
  return [
    ...(cheaper[0] ? [warning(title, 'more than half cheaper', cheaper, currency)] : []),
    ...(ended[0] ? [warning(title, 'no longer for sale', ended, currency)] : []),
  ];
}

function warning(title: string, change: string, nights: readonly ChangedNight[], currency: string): string {
  const [first] = nights as [ChangedNight];
  const prices = `${formatMoney(first.before.price, currency)} → ${priceText(first.after.price, currency)}`;
  return nights.length === 1
    ? `${title}: the night of ${formatDate(first.night)} is ${change}: ${prices}.`
    : `${title}: ${nights.length} nights are ${change}, the first of them on ${formatDate(first.night)}: ${prices}.`;
}
