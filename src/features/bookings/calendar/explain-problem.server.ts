import { addDays, type DateSpan } from '../../../shared/nights.ts';
import { currency, type Stay } from '../pricing/price.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { checkStay, type StayProblem } from './check-stay.ts';
import type { PropertyRules } from './load-rules.server.ts';
import { nearestStays } from './nearest-stays.ts';
import { type Reason, reasonMessage, type SoldStay } from './reason.ts';

/** Other stays are searched this many days around the requested dates. */
export const nearestWithinDays = 60;
const nearestLimit = 3;

/** The nearest stays of the same length that are sold, with their totals. */
export const pricedNearest = (rules: PropertyRules, stay: Stay, withinDays: number): SoldStay[] =>
  nearestStays(rules.calendar, stay, { limit: nearestLimit, withinDays }).map((dates) =>
    toSoldStay(rules, stay, dates),
  );

const toSoldStay = ({ calendar, prices }: PropertyRules, stay: Stay, dates: DateSpan): SoldStay => ({
  ...dates,
  total: priceStay(prices, { ...stay, ...dates }, calendar.today).total,
});

function withinLength(rules: PropertyRules, stay: Stay, nights: number): SoldStay[] {
  const fitting = { ...stay, checkout: addDays(stay.checkin, nights) };
  const near = pricedNearest(rules, fitting, nearestWithinDays);
  if (checkStay(rules.calendar, fitting)) return near;
  const { checkin, checkout } = fitting;
  return [toSoldStay(rules, stay, { checkin, checkout }), ...near].slice(0, nearestLimit);
}

/** Why a stay is not sold: a reason for programs, a sentence for guests, and stays that are sold instead. */
export function explainProblem(
  rules: PropertyRules,
  stay: Stay,
  problem: StayProblem,
): { reason: Reason; message: string; nearest: SoldStay[] } {
  const nearest =
    problem.reason === 'too_short' || problem.reason === 'too_long'
      ? withinLength(rules, stay, problem.nights)
      : pricedNearest(rules, stay, nearestWithinDays);
  const facts = { title: rules.property.title, stay, nearest, currency };
  return { reason: problem.reason, message: reasonMessage(problem, facts), nearest };
}
