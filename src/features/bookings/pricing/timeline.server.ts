import { todayAtProperty } from '../../../shared/dates.ts';
import { hourMs } from '../../../shared/durations.ts';
import { addDays, daysBetween } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { type CancellationPolicy, refundingSteps } from './refund.ts';

/** The share of rent and fees that is refunded until a moment. */
export interface RefundStep {
  until: Date;
  refundPercent: number;
}

interface CheckIn {
  checkin: string;
  check_in_from: string;
}

/**
 * Converts the policy's steps to moments later than `after`, from most to least, without those that refund nothing or that
 * a better step outlasts.
 */
export function refundSteps(
  policy: CancellationPolicy,
  { checkin, check_in_from }: CheckIn,
  after?: Date,
): RefundStep[] {
  const steps = refundingSteps(policy.steps)
    .map(({ days_before, refund_percent }) => ({
      until: momentAtProperty(addDays(checkin, -days_before), check_in_from),
      refundPercent: refund_percent,
    }))
    .sort((a, b) => b.refundPercent - a.refundPercent || b.until.getTime() - a.until.getTime());
  return steps.filter(
    ({ until }, index) =>
      (after === undefined || until > after) && steps.slice(0, index).every((better) => better.until < until),
  );
}

/** The least time before check-in for the full refund shortly after booking. */
const graceMinDays = 7;

/** The hours after booking with a full refund, for a cancellation now; 0 if check-in is too near. */
export const graceHours = (policy: CancellationPolicy, checkin: string, now: Date): number =>
  daysBetween(todayAtProperty(now), checkin) >= graceMinDays ? policy.graceHours : 0;

/** The same for a stay that was booked earlier: 0 once these hours have passed. */
export const graceLeft = (
  policy: CancellationPolicy,
  { checkin, bookedAt }: { checkin: string; bookedAt: Date },
  now: Date,
): number => {
  const hours = graceHours(policy, checkin, now);
  return now.getTime() - bookedAt.getTime() <= hours * hourMs ? hours : 0;
};

/** The percentage that is refunded of a stay booked at one moment and cancelled at another. */
export function refundPercentAt(
  policy: CancellationPolicy,
  stay: CheckIn & { bookedAt: Date },
  now: Date,
): number {
  if (graceLeft(policy, stay, now) > 0) return 100;
  return refundSteps(policy, stay, now)[0]?.refundPercent ?? 0;
}
