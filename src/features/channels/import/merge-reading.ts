import { dayMs } from '../../../shared/durations.ts';
import type { EventKind, FeedSpan, ReadEvent } from '../feed.ts';
import { isOwnUid } from '../own-uid.ts';
import { baseUid, unusedUid } from './shared-uid.ts';

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

interface Situation {
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

const nightsKey = ({ checkin, checkout }: { checkin: string; checkout: string }) => `${checkin}/${checkout}`;

/** Nights are freed late and closed at once; `spans` is `null` for a file that has not changed since. */
export function mergeReading(
  stored: readonly StoredEvent[],
  spans: readonly FeedSpan[] | null,
  situation: Situation,
): Merge {
  const merge: Merge = { added: [], updated: [], removedIds: [], events: [], count: 0 };
  const left = new Map(stored.map((event) => [event.uid, event]));
  const present = spans ? takeSpans(merge, spans, left, situation) : takePresent(merge, left);
  merge.count = present;
  for (const event of left.values()) takeMissing(merge, event, situation);
  return merge;
}

function takePresent(merge: Merge, left: Map<string, StoredEvent>): number {
  const present = [...left.values()].filter((event) => event.missing_readings === 0);
  for (const event of present) {
    left.delete(event.uid);
    merge.events.push(toReadEvent(event, 'unchanged'));
  }
  return present.length;
}

function takeSpans(
  merge: Merge,
  spans: readonly FeedSpan[],
  left: Map<string, StoredEvent>,
  situation: Situation,
): number {
  const others = spans.filter(({ uid }) => !isOwnUid(uid, situation.host));
  for (const span of spans) {
    if (isOwnUid(span.uid, situation.host)) merge.events.push(toReadEvent(span, 'own'));
  }
  const live = others.filter(({ isCancelled }) => !isCancelled);
  const current = live.filter(({ checkout }) => checkout >= situation.today);
  const used = new Set(left.keys());
  const sameNights = knownByUidAndNights(left);
  const take = (span: FeedSpan, event: StoredEvent | undefined): boolean => {
    if (!event) return false;
    // One that shares its UID now must not be mistaken for another that keeps it.
    const isShared = event.uid === baseUid(span.uid) && !used.has(span.uid);
    const uid = isShared ? unusedUid(span.uid, used) : event.uid;
    takeMatch(merge, { ...event, uid }, span, situation, isShared);
    return left.delete(event.uid);
  };
  // By their nights first: of several stays with one UID, none takes the place of another.
  const changed = current.filter((span) => !take(span, sameNights(span)));
  const unmatched = changed.filter((span) => !take(span, left.get(span.uid)));
  for (const span of others.filter(({ isCancelled }) => isCancelled))
    takeCancelled(merge, span, left, sameNights(span) ?? left.get(span.uid));
  const byNights = Map.groupBy(left.values(), nightsKey);
  for (const span of unmatched) {
    const renamed = byNights.get(nightsKey(span))?.shift();
    if (renamed) {
      left.delete(renamed.uid);
      // What was a stay before it was given another name is one still.
      const isEcho = renamed.is_echo && isEchoOf(span, situation);
      const kind = isEcho ? 'block' : span.kind;
      const uid = used.has(span.uid) ? renamed.uid : unusedUid(span.uid, used);
      const event: StoredEvent = { ...renamed, uid, kind, is_echo: isEcho, ...back };
      merge.updated.push(event);
      merge.events.push(toReadEvent(event, 'renamed'));
    } else takeNew(merge, { ...span, uid: unusedUid(span.uid, used) }, situation);
  }
  return live.length;
}

/** Finds what is left with the UID that a span has in its file and with its nights, under its very name first. */
function knownByUidAndNights(left: ReadonlyMap<string, StoredEvent>) {
  const key = (event: StoredEvent | FeedSpan) => `${nightsKey(event)} ${baseUid(event.uid)}`;
  const groups = Map.groupBy(left.values(), key);
  return (span: FeedSpan): StoredEvent | undefined => {
    const events = groups.get(key(span))?.filter(({ uid }) => left.has(uid));
    return events?.find(({ uid }) => uid === span.uid) ?? events?.[0];
  };
}

const back = { missing_since: null, missing_readings: 0 };

function takeMatch(
  merge: Merge,
  event: StoredEvent,
  span: FeedSpan,
  situation: Situation,
  isRenamed: boolean,
): void {
  const isSame = nightsKey(event) === nightsKey(span);
  const isEcho = isSame ? event.is_echo : isEchoOf(span, situation);
  const { checkin, checkout } = span;
  const next = { ...event, ...back, checkin, checkout, is_echo: isEcho, kind: isEcho ? 'block' : span.kind };
  const isNew = !isSame || next.kind !== event.kind;
  const wasMissing = event.missing_readings > 0;
  if (isNew || wasMissing || isRenamed) merge.updated.push(next as StoredEvent);
  const outcome = isNew ? 'changed' : wasMissing ? 'returned' : 'unchanged';
  merge.events.push(toReadEvent(next as StoredEvent, outcome));
}

/** Of our own stays only what may be no stay of the channel's: nights that were sold twice must never pass for an echo. */
const isEchoOf = (span: FeedSpan, { echoes, ownStays }: Situation): boolean =>
  span.kind === 'reservation' &&
  (echoes.has(nightsKey(span)) || (span.isAmbiguous === true && ownStays.has(nightsKey(span))));

function takeNew(merge: Merge, span: FeedSpan, situation: Situation): void {
  const isEcho = isEchoOf(span, situation);
  const { uid, checkin, checkout } = span;
  const kind = isEcho ? 'block' : span.kind;
  merge.added.push({ uid, kind, checkin, checkout, is_echo: isEcho, ...back });
  merge.events.push({ uid, kind, checkin, checkout, outcome: isEcho ? 'echo' : 'added' });
}

/** A cancelled UID ends every period of it that is not there uncancelled. */
function takeCancelled(
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

function takeMissing(merge: Merge, event: StoredEvent, { now, today }: Situation): void {
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

const toReadEvent = (
  { uid, kind, checkin, checkout }: Pick<StoredEvent, 'uid' | 'kind' | 'checkin' | 'checkout'>,
  outcome: ReadEvent['outcome'],
): ReadEvent => ({ uid, kind, checkin, checkout, outcome });
