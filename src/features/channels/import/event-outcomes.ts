import type { EventMark } from '../../../db/schema/channel-feeds.ts';
import { dayMs } from '../../../shared/durations.ts';
import { type EventKind, echoLagMs, type FeedSpan, kindOfMark, type ReadEvent } from '../feed.ts';
import type { Judge, Served } from './judge-event.ts';
import { type Nights, toMultirange } from './night-ranges.ts';

/** An event as it was read before. */
export interface StoredEvent extends Nights {
  id: string;
  uid: string;
  kind: EventKind;
  marked: EventMark;
  is_echo: boolean;
  /** What it closes. */
  own_nights: Nights[];
  echo_ended_at: Date | null;
  missing_since: Date | null;
  missing_readings: number;
}

/** A vanished event frees its nights after so many good readings without it, and not before so long. */
const minMissingReadings = 2;
const minMissingMs = dayMs;

export interface Situation {
  now: Date;
  /** Nights before it are over. */
  today: string;
  /** The host name in our own UIDs. */
  host: string;
  served: Served;
}

/** What a good reading changes. */
export interface Merge {
  added: Omit<StoredEvent, 'id'>[];
  updated: StoredEvent[];
  removedIds: string[];
  events: ReadEvent[];
  /** Events that close nights, past ones included. */
  count: number;
}

export const nightsKey = ({ checkin, checkout }: Nights) => `${checkin}/${checkout}`;

const back = { missing_since: null, missing_readings: 0 };

/** Judges with what this reading knows. */
export interface Reading extends Situation {
  judge: Judge;
}

/** What an event is now that was read again. @param uid under which it is stored from now on */
export function judgeAgain(
  event: StoredEvent,
  { marked, checkin, checkout }: Pick<FeedSpan, 'marked' | 'checkin' | 'checkout'>,
  { judge, now }: Reading,
  uid = event.uid,
): StoredEvent {
  const before = nightsKey(event) === nightsKey({ checkin, checkout }) ? event : undefined;
  const judgement = judge({ marked, checkin, checkout }, before);
  const endedAt = before?.is_echo ? now : (before?.echo_ended_at ?? null);
  return {
    ...event,
    ...back,
    ...judgement,
    uid,
    marked,
    checkin,
    checkout,
    echo_ended_at: judgement.is_echo ? null : endedAt,
  };
}

const isEffective = (before: StoredEvent, next: StoredEvent): boolean =>
  nightsKey(before) !== nightsKey(next) || before.kind !== next.kind || before.is_echo !== next.is_echo;

export function takeMatch(
  merge: Merge,
  event: StoredEvent,
  span: Pick<FeedSpan, 'marked' | 'checkin' | 'checkout'>,
  reading: Reading,
  uid = event.uid,
): void {
  const next = judgeAgain(event, span, reading, uid);
  const isNew = isEffective(event, next);
  const wasMissing = event.missing_readings > 0;
  const isStored =
    event.uid === uid &&
    event.marked === next.marked &&
    toMultirange(event.own_nights) === toMultirange(next.own_nights);
  if (isNew || wasMissing || !isStored) merge.updated.push(next);
  merge.events.push(toReadEvent(next, isNew ? 'changed' : wasMissing ? 'returned' : 'unchanged'));
}

export function takeNew(merge: Merge, span: FeedSpan, { judge }: Reading): void {
  const { uid, marked, checkin, checkout } = span;
  const judgement = judge(span, undefined);
  merge.added.push({ uid, marked, checkin, checkout, ...judgement, ...back, echo_ended_at: null });
  const outcome = judgement.is_echo ? 'echo' : 'added';
  merge.events.push(toReadEvent({ uid, kind: judgement.kind, checkin, checkout }, outcome));
}

/** A cancelled UID ends every period of it that is not there uncancelled. */
export function takeCancelled(
  merge: Merge,
  span: FeedSpan,
  left: Map<string, StoredEvent>,
  event: StoredEvent | undefined,
): void {
  if (event) {
    left.delete(event.uid);
    merge.removedIds.push(event.id);
  }
  merge.events.push(toReadEvent(event ?? spanEvent(span), 'cancelled'));
}

/** An echo closes nothing: it goes at once, also one that lost its cause lately. */
export function takeMissing(merge: Merge, event: StoredEvent, { now, today }: Situation): void {
  const readings = event.missing_readings + 1;
  const since = event.missing_since ?? now;
  const endedAt = event.echo_ended_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const isEcho = event.is_echo || now.getTime() - endedAt <= echoLagMs;
  const isGone = readings >= minMissingReadings && now.getTime() - since.getTime() >= minMissingMs;
  const isOver = event.checkout < today;
  if (isGone || isOver || isEcho) {
    merge.removedIds.push(event.id);
    if (!isOver) merge.events.push(toReadEvent(event, 'removed'));
    return;
  }
  merge.updated.push({ ...event, missing_since: since, missing_readings: readings });
  merge.events.push(toReadEvent(event, 'missing'));
}

export const spanEvent = ({ uid, marked, checkin, checkout }: FeedSpan) => ({
  uid,
  kind: kindOfMark(marked),
  checkin,
  checkout,
});

export const toReadEvent = (
  { uid, kind, checkin, checkout }: Pick<StoredEvent, 'uid' | 'kind' | 'checkin' | 'checkout'>,
  outcome: ReadEvent['outcome'],
): ReadEvent => ({ uid, kind, checkin, checkout, outcome });
