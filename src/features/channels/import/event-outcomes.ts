import { dayMs } from '../../../shared/durations.ts';
import type { EventKind, FeedSpan, ReadEvent } from '../feed.ts';

/** An event as it was read before. */
export interface StoredEvent {
  id: string;
  uid: string;
  kind: EventKind;
  checkin: string;
  checkout: string;
  is_echo: boolean;
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
  /** `checkin/checkout` of stays that this channel has read from us and that are another channel's. */
  echoes: ReadonlySet<string>;
  /** Of our own stays that this channel has read from us. */
  ownStays: ReadonlySet<string>;
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

export const nightsKey = ({ checkin, checkout }: { checkin: string; checkout: string }) =>
  `${checkin}/${checkout}`;

export const back = { missing_since: null, missing_readings: 0 };

export function takeMatch(
  merge: Merge,
  event: StoredEvent,
  span: FeedSpan,
  situation: Situation,
  isRenamed: boolean,
): void {
  const isSame = nightsKey(event) === nightsKey(span);
  const isEcho = isSame ? event.is_echo : isEchoedSpan(span, situation);
  const { checkin, checkout } = span;
  const next = { ...event, ...back, checkin, checkout, is_echo: isEcho, kind: isEcho ? 'block' : span.kind };
  const isNew = !isSame || next.kind !== event.kind;
  const wasMissing = event.missing_readings > 0;
  if (isNew || wasMissing || isRenamed) merge.updated.push(next as StoredEvent);
  const outcome = isNew ? 'changed' : wasMissing ? 'returned' : 'unchanged';
  merge.events.push(toReadEvent(next as StoredEvent, outcome));
}

/** Of our own stays only what may be no stay of the channel's: nights that were sold twice must never pass for an echo. */
export const isEchoedSpan = (span: FeedSpan, { echoes, ownStays }: Situation): boolean =>
  span.kind === 'reservation' &&
  (echoes.has(nightsKey(span)) || (span.isAmbiguous === true && ownStays.has(nightsKey(span))));

export function takeNew(merge: Merge, span: FeedSpan, situation: Situation): void {
  const isEcho = isEchoedSpan(span, situation);
  const { uid, checkin, checkout } = span;
  const kind = isEcho ? 'block' : span.kind;
  merge.added.push({ uid, kind, checkin, checkout, is_echo: isEcho, ...back });
  merge.events.push({ uid, kind, checkin, checkout, outcome: isEcho ? 'echo' : 'added' });
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
  merge.events.push(toReadEvent(event ?? span, 'cancelled'));
}

export function takeMissing(merge: Merge, event: StoredEvent, { now, today }: Situation): void {
  const readings = event.missing_readings + 1;
  const since = event.missing_since ?? now;
  const isGone = readings >= minMissingReadings && now.getTime() - since.getTime() >= minMissingMs;
  const isOver = event.checkout < today;
  if (isGone || isOver) {
    merge.removedIds.push(event.id);
    if (!isOver) merge.events.push(toReadEvent(event, 'removed'));
    return;
  }
  merge.updated.push({ ...event, missing_since: since, missing_readings: readings });
  merge.events.push(toReadEvent(event, 'missing'));
}

export const toReadEvent = (
  { uid, kind, checkin, checkout }: Pick<StoredEvent, 'uid' | 'kind' | 'checkin' | 'checkout'>,
  outcome: ReadEvent['outcome'],
): ReadEvent => ({ uid, kind, checkin, checkout, outcome });
