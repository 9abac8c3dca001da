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
 * Settles the money after a move. Overpayment is refunded. The open part of a deposit stays due on its day, or on the
 * next day if that has passed; the mail about the move announces the charge. What no stored card can pay is due at
 * once.
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
