import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { announceDays } from '../record/booking.ts';
import type { MovedMoney } from './move.ts';

/** The balance's columns after a change; its mail requests what is open, or announces a charge within `announceDays`. */
export function toBalanceColumns({ due, dueOn }: Pick<MovedMoney, 'due' | 'dueOn'>, now: Date) {
  const today = todayAtProperty(now);
  // An amount that is requested at once has reminders from the next day on, as a balance does.
  const remindOn = dueOn ?? (due > 0 ? addDays(today, 1) : null);
  return {
    balance_due_on: remindOn,
    balance_declines: 0,
    next_charge_at: null,
    balance_announced_at: remindOn !== null && remindOn <= addDays(today, announceDays) ? now : null,
  };
}
