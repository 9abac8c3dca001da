import { addDays } from '../../../shared/nights.ts';
import { chargeable } from '../pricing/min-charge.ts';

/** A booking's money after a move, in minor units. */
export interface MovedMoney {
  due: number;
  /** The day of a deposit's balance; `null`: what is due is requested at once. */
  dueOn: string | null;
  refund: number;
}

/**
 * What is too much goes back; what a deposit left open is due on its day where that is still to come, else on the next day, to
 * which the mail about the move announces the charge of its card. All that no card is stored for is due at once.
 */
export function settleMove(
  { total, paid, checkin }: { total: number; paid: number; checkin: string },
  {
    isDeposit,
    balanceDueDays,
    hasCard = false,
  }: { isDeposit: boolean; balanceDueDays: number; hasCard?: boolean },
  today: string,
): MovedMoney {
  const due = Math.max(0, chargeable(total - paid));
  const day = addDays(checkin, -balanceDueDays);
  const chargedOn = hasCard ? addDays(today, 1) : null;
  const dueOn = due > 0 && isDeposit ? (day > today ? day : chargedOn) : null;
  return { due, dueOn, refund: Math.max(0, paid - total) };
}
