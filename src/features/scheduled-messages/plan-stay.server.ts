import type { Selectable } from 'kysely';
import type { BookingsTable } from '../../db/schema/bookings.ts';
import type {
  MessageReason,
  MessageRulesTable,
  ScheduledMessagesTable,
} from '../../db/schema/scheduled-messages.ts';
import { propertyTimeZone, todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';

export type Rule = Selectable<MessageRulesTable>;
export type RuleTiming = Pick<Rule, 'event' | 'offset_days' | 'at_time'>;

export type StayToPlan = Pick<
  Selectable<BookingsTable>,
  'id' | 'status' | 'property_id' | 'checkin' | 'checkout' | 'confirmed_at' | 'created_at' | 'open_cents'
>;

/** The stored message of a stay and a rule; a plan is the one that should be stored. */
export type PlannedMessage = Pick<
  Selectable<ScheduledMessagesTable>,
  'rule_id' | 'booking_id' | 'due_at' | 'planned_for' | 'status' | 'reason'
>;

/** A clock time at the homes; the first moment after an hour that is skipped, and the first of two that are alike. */
export function messageMoment(date: string, clockTime: string): Date {
  const moment = momentAtProperty(date, clockTime);
  const atHome = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(
    propertyTimeZone,
  );
  const isSkipped = atHome.toPlainTime().toString({ smallestUnit: 'minute' }) !== clockTime;
  const change = isSkipped ? atHome.subtract({ hours: 1 }).getTimeZoneTransition('next') : null;
  return change ? new Date(change.epochMilliseconds) : moment;
}

type CountedFrom = Pick<StayToPlan, 'checkin' | 'checkout' | 'confirmed_at' | 'created_at'>;

const confirmedAt = ({ confirmed_at, created_at }: CountedFrom): Date => confirmed_at ?? created_at;

/** The time at which the message of a rule is due for a stay. */
export function ruleMoment({ event, offset_days, at_time }: RuleTiming, stay: CountedFrom): Date {
  const from = {
    booked: () => todayAtProperty(confirmedAt(stay)),
    arrival: () => stay.checkin,
    departure: () => stay.checkout,
  };
  return messageMoment(addDays(from[event](), offset_days), at_time);
}

export const isForHome = (rule: Pick<Rule, 'property_id'>, propertyId: string): boolean =>
  rule.property_id === null || rule.property_id === propertyId;

/** Why a rule sends nothing for a stay; `null`: it does. */
function endReason(stay: StayToPlan, rule: Rule | undefined): MessageReason | null {
  if (stay.status !== 'confirmed') return 'stay_cancelled';
  if (!rule) return 'rule_deleted';
  if (!rule.is_active) return 'rule_off';
  return isForHome(rule, stay.property_id) ? null : 'other_home';
}

/**
 * Decides about the message of a rule for a stay.
 * @param row the stored message; `undefined` if there is none
 * @param movedAt when the stay got other nights or another home since the last plan
 * @returns `null` where nothing changes
 */
export function planMessage(
  stay: StayToPlan,
  rule: Rule | undefined,
  row: PlannedMessage | undefined,
  movedAt: Date | null,
): PlannedMessage | null {
  if (row?.status === 'sent' || row?.reason === 'by_host') return null;
  const reason = endReason(stay, rule);
  if (reason || !rule) return end(row, reason ?? 'rule_deleted');
  const moment = ruleMoment(rule, stay);
  if (row && row.status !== 'cancelled' && row.planned_for.getTime() === moment.getTime()) {
    const isWaiting = row.reason === 'not_paid' && row.status === 'planned';
    // A waiting message changes when its stay was paid, its rule no longer waits, or the check-out is another day.
    const isFree = stay.open_cents === 0 || !rule.only_if_paid || movedAt;
    return isWaiting && isFree ? { ...row, reason: null } : null;
  }
  const base = { rule_id: rule.id, booking_id: stay.id, planned_for: moment };
  const since = later(confirmedAt(stay), movedAt);
  if (moment >= later(since, rule.effective_at))
    return { ...base, due_at: moment, status: 'planned', reason: null };
  if (!isLateBooking(stay, rule, { moment, since, row })) return end(row, 'moment_over');
  return rule.when_late === 'send'
    ? { ...base, due_at: since, status: 'planned', reason: null }
    : { ...base, due_at: moment, status: 'skipped', reason: 'late' };
}

const later = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

const end = (row: PlannedMessage | undefined, reason: MessageReason): PlannedMessage | null =>
  row?.status === 'planned' ? { ...row, status: 'cancelled', reason } : null;

/** Whether the rule stood when the stay was booked or moved too late for it: a new rule sends nothing for what is over. */
function isLateBooking(
  stay: StayToPlan,
  { effective_at }: Rule,
  { moment, since, row }: { moment: Date; since: Date; row: PlannedMessage | undefined },
): boolean {
  if (since < effective_at) return false;
  const wasPlanned = row !== undefined && row.status !== 'cancelled';
  return wasPlanned || confirmedAt(stay) >= effective_at || moment >= effective_at;
}
