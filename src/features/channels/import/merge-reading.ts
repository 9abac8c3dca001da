import type { FeedSpan } from '../feed.ts';
import { isOwnUid } from '../own-uid.ts';
import {
  back,
  isEchoedSpan,
  type Merge,
  nightsKey,
  type Situation,
  type StoredEvent,
  takeCancelled,
  takeMatch,
  takeMissing,
  takeNew,
  toReadEvent,
} from './event-outcomes.ts';
import { baseUid, unusedUid } from './shared-uid.ts';

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
      const isEcho = renamed.is_echo && isEchoedSpan(span, situation);
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
