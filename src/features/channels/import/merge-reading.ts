import type { FeedSpan } from '../feed.ts';
import { isOwnUid } from '../own-uid.ts';
import {
  judgeAgain,
  type Merge,
  nightsKey,
  type Reading,
  type Situation,
  type StoredEvent,
  spanEvent,
  takeCancelled,
  takeMatch,
  takeMissing,
  takeNew,
  toReadEvent,
} from './event-outcomes.ts';
import { createJudge } from './judge-event.ts';
import { baseUid, unusedUid } from './shared-uid.ts';

/** What a file says now. `isPartial`: some of its events cannot be read, so that none counts as vanished. */
export interface ReadFile {
  spans: readonly FeedSpan[];
  isPartial: boolean;
}

/** Nights are freed late and closed at once; `file` is `null` for one that has not changed since. */
export function mergeReading(
  stored: readonly StoredEvent[],
  file: ReadFile | null,
  situation: Situation,
): Merge {
  const merge: Merge = { added: [], updated: [], removedIds: [], events: [], count: 0 };
  const reading = { ...situation, judge: createJudge({ stored, ...situation }) };
  const left = new Map(stored.map((event) => [event.uid, event]));
  const present = file ? takeSpans(merge, file.spans, left, reading) : takePresent(merge, left, reading);
  merge.count = present;
  if (!file?.isPartial) for (const event of left.values()) takeMissing(merge, event, situation);
  return merge;
}

function takePresent(merge: Merge, left: Map<string, StoredEvent>, reading: Reading): number {
  const present = [...left.values()].filter((event) => event.missing_readings === 0);
  for (const event of present) {
    left.delete(event.uid);
    takeMatch(merge, event, event, reading);
  }
  return present.length;
}

function takeSpans(
  merge: Merge,
  spans: readonly FeedSpan[],
  left: Map<string, StoredEvent>,
  reading: Reading,
): number {
  const others = spans.filter(({ uid }) => !isOwnUid(uid, reading.host));
  for (const span of spans) {
    if (isOwnUid(span.uid, reading.host)) merge.events.push(toReadEvent(spanEvent(span), 'own'));
  }
  const live = others.filter(({ isCancelled }) => !isCancelled);
  const current = live.filter(({ checkout }) => checkout >= reading.today);
  const used = new Set(left.keys());
  const sameNights = knownByUidAndNights(left);
  const take = (span: FeedSpan, event: StoredEvent | undefined): boolean => {
    if (!event) return false;
    // One that shares its UID now must not be mistaken for another that keeps it.
    const isShared = event.uid === baseUid(span.uid) && !used.has(span.uid);
    takeMatch(merge, event, span, reading, isShared ? unusedUid(span.uid, used) : event.uid);
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
      const uid = used.has(span.uid) ? renamed.uid : unusedUid(span.uid, used);
      const event = judgeAgain(renamed, span, reading, uid);
      merge.updated.push(event);
      merge.events.push(toReadEvent(event, 'renamed'));
    } else takeNew(merge, { ...span, uid: unusedUid(span.uid, used) }, reading);
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
