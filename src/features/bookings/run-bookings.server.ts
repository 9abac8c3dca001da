import type { Ctx } from '../../platform/context.server.ts';
import { runSteps } from '../../platform/run-steps.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { minuteMs } from '../../shared/durations.ts';
import { addDays } from '../../shared/nights.ts';
import { forEachUntilDown } from '../payments/for-each-until-down.server.ts';
import { arePaymentsPaused } from '../payments/payment-pause.server.ts';
import {
  announceBalance,
  collectBalance,
  isBalanceDue,
  isUnknownCharge,
  maxDeclines,
  resumeCharge,
} from './balance/balance.server.ts';
import { unchargedBookings } from './balance/store.server.ts';
import { sendArrivalEmail } from './emails/send-arrival.server.ts';
import { lapsedBy, lapseExtra } from './extras/withdraw-extra.server.ts';
import { endUnpaidHold, lapseRequest } from './payments/end-unpaid.server.ts';
import { payRefund } from './payments/refunds.server.ts';
import { settleAttempt } from './payments/settle-booking.server.ts';
import { accessDays } from './record/access-days.ts';
import { anonymizeDue } from './record/anonymize-store.server.ts';
import { uncheckedAttempts } from './record/attempts-store.server.ts';
import { announceDays } from './record/booking.ts';
import { arrivingBookings, overdueHolds } from './record/bookings-store.server.ts';
import { lapsedExtras } from './record/extras-store.server.ts';
import { pendingRefundOrders } from './record/refunds-store.server.ts';

/** A pending attempt is settled after this time, which is longer than any request waits for the provider. */
const minPendingMs = minuteMs;
const minOpenMs = 2 * minuteMs;
const batchSize = 100;
/** Five steps call the provider, each some 30 s late with its last item: the last still begins within a job's 4 minutes. */
const maxStepMs = 40_000;

/**
 * Applies the passing of time to bookings every two minutes: ends, charges, mails or retries what is due. A failed step
 * does not stop the others.
 */
export async function runBookings(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.now();
  const today = todayAtProperty(now);
  const each = <Item>(items: Item[], act: (item: Item) => Promise<unknown>) => {
    const endsAt = ctx.now().getTime() + maxStepMs;
    const actInTime = async (item: Item) => {
      if (ctx.now().getTime() < endsAt) await act(item);
    };
    return forEachUntilDown(ctx, items, actInTime, signal);
  };
  const overdue = async (status: 'requested' | 'held') =>
    (await overdueHolds(ctx.db, now)).filter((booking) => booking.status === status);
  const isPaused = await arePaymentsPaused(ctx);
  const uncharged = async () =>
    isPaused ? [] : unchargedBookings(ctx.db, { dueUntil: addDays(today, announceDays), maxDeclines });
  const steps = {
    lapseRequests: async () => each(await overdue('requested'), ({ id }) => lapseRequest(ctx, id)),
    sendArrivalEmails: async () => {
      const arriving = await arrivingBookings(ctx.db, { from: today, until: addDays(today, accessDays) });
      await each(arriving, ({ id }) => sendArrivalEmail(ctx, id));
    },
    announceBalances: async () => each(await uncharged(), ({ id }) => announceBalance(ctx, id)),
    endHolds: async () =>
      each(await overdue('held'), ({ id }) => endUnpaidHold(ctx, id, 'expired', 'system')),
    settlePayments: async () => {
      const unchecked = await uncheckedAttempts(ctx.db, {
        pendingBefore: new Date(now.getTime() - minPendingMs),
        openBefore: new Date(now.getTime() - minOpenMs),
        limit: batchSize,
      });
      await each(
        unchecked.filter((attempt) => !(isPaused && isUnknownCharge(attempt))),
        async (attempt) => {
          if (isUnknownCharge(attempt)) await resumeCharge(ctx, attempt);
          else await settleAttempt(ctx, attempt.id);
        },
      );
    },
    payRefunds: async () =>
      each(isPaused ? [] : await pendingRefundOrders(ctx.db), (order) => payRefund(ctx, order)),
    withdrawExtras: async () =>
      each(await lapsedExtras(ctx.db, lapsedBy(now)), (row) => lapseExtra(ctx, row)),
    chargeBalances: async () => {
      const due = (await uncharged()).filter((booking) => isBalanceDue(booking, now));
      await each(due, (booking) => collectBalance(ctx, booking));
    },
    anonymize: () => anonymizeDue(ctx.db, today),
  };
  await runSteps(ctx, steps, signal);
}
