import { addDays } from '../../../shared/nights.ts';
import { chargeable } from '../pricing/min-charge.ts';

/** A booking's money after a move, in minor units. */
export interface MovedMoney {
  due: number;
  /** The day of a deposit's balance; `null`: what is due is requested at once. */
  dueOn: string | null;
  refund: number;
}

/** Settled money as guests and hosts read it. `balanceOn` is the stored day, which counts again if a dispute is won. */
export interface AnnouncedMoney extends MovedMoney {
  isDisputed: boolean;
  balanceOn: string | null;
}

/** Announces no day while a bank disputes a payment and after one is lost: then no balance is charged by itself. */
export const announceMoney = ({ dueOn, ...money }: MovedMoney, isDisputed: boolean): AnnouncedMoney => ({
  ...money,
  dueOn: isDisputed ? null : dueOn,
  isDisputed,
  balanceOn: dueOn,
});

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
