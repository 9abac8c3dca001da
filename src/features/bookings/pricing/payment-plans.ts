import { addDays, daysBetween } from '../../../shared/nights.ts';
import { chargeable } from './min-charge.ts';
import { applyPercent } from './percent.ts';

/** How a stay can be paid, in minor units: at booking, and what is charged on which day. */
export interface PaymentPlan {
  kind: 'full' | 'deposit';
  dueNow: number;
  dueLater: { on: string; amount: number }[];
}

/** Whether a card can be charged each part; the provider charges nothing below its minimum. */
const isChargeable = ({ dueNow, dueLater }: PaymentPlan): boolean =>
  [dueNow, ...dueLater.map(({ amount }) => amount)].every((amount) => chargeable(amount) > 0);

/** A deposit is offered only when the balance's day is further away than this many days. */
const depositNoticeDays = 14;

export function paymentPlans(
  { depositPercent, balanceDueDays }: { depositPercent: number; balanceDueDays: number },
  { total, checkin, today }: { total: number; checkin: string; today: string },
): PaymentPlan[] {
  const full: PaymentPlan = { kind: 'full', dueNow: total, dueLater: [] };
  const isFarAway = daysBetween(today, checkin) > balanceDueDays + depositNoticeDays;
  const dueNow = applyPercent(total, depositPercent);
  if (!isFarAway || dueNow >= total) return [full];
  const balance = { on: addDays(checkin, -balanceDueDays), amount: total - dueNow };
  const deposit: PaymentPlan = { kind: 'deposit', dueNow, dueLater: [balance] };
  return isChargeable(deposit) ? [full, deposit] : [full];
}

/** A price's plans on a later day, such as an offer's: its deposit only while the balance's day is far enough away. */
export const plansOn = (plans: readonly PaymentPlan[], today: string): PaymentPlan[] =>
  plans.filter(
    (plan) =>
      plan.kind === 'full' ||
      (isChargeable(plan) && plan.dueLater.every(({ on }) => daysBetween(today, on) > depositNoticeDays)),
  );
