import type { EventLabel } from '../../../db/schema/channel-feeds.ts';
import { dayMs } from '../../../shared/durations.ts';
import { type EventKind, echoLagMs, type FeedSpan, kindOfLabel, type ReadEvent } from '../feed.ts';
import { isOwnUid } from '../own-uid.ts';
import { type ClassifyEvent, createClassifier, type PublishedNights } from './classify-event.ts';
import { type Nights, toMultirange } from './night-ranges.ts';
import { baseUid, isOfSeries, unusedUid } from './shared-uid.ts';

/** An event as stored by the last reading. */
export interface StoredEvent extends Nights {
  id: string;
  uid: string;
  kind: EventKind;
  marked: EventLabel;
  is_echo: boolean;
  /** The nights that it closes. */
  own_nights: Nights[];
  echo_ended_at: Date | null;
  missing_since: Date | null;
  missing_readings: number;
}

/**
 * A missing event frees its nights after so many good readings without it, and not before this time. A stay that has
 * begun keeps them.
 */
const minMissingReadings = 2;
const minMissingMs = dayMs;

export interface Situation {
  now: Date;
  /** The first night that counts; earlier ones are over. */
  today: string;
  /** The host name in our own UIDs. */
  host: string;
  served: PublishedNights;
}

/** The events of a file. `isPartial`: some cannot be read, so that none counts as missing. */
export interface ReadFile {
  spans: readonly FeedSpan[];
  isPartial: boolean;
}

/** The changes by a good reading. */
export interface Changes {
  added: readonly Omit<StoredEvent, 'id'>[];
  updated: readonly StoredEvent[];
  removedIds: readonly string[];
  events: ReadEvent[];
  /** Events that close nights, past ones included. */
  count: number;
}

/** Merges a reading into the stored events: nights are closed at once and freed late. @param file `null` where it is unchanged */
export function mergeReading(
  stored: readonly StoredEvent[],
  file: ReadFile | null,
  situation: Situation,
): Changes {
  const merge = new Merge(stored, situation);
  if (file) merge.takeSpans(file);
  else merge.takePresent();
  if (!file?.isPartial) merge.takeMissing();
  return merge;
}

type DatedSpan = Pick<FeedSpan, 'marked' | 'checkin' | 'checkout'>;

/** Merges one reading step by step; `#left` has the stored events that no step has matched yet. */
class Merge implements Changes {
  readonly added: Omit<StoredEvent, 'id'>[] = [];
  readonly updated: StoredEvent[] = [];
  readonly removedIds: string[] = [];
  readonly events: ReadEvent[] = [];
  count = 0;
  readonly #situation: Situation;
  readonly #classify: ClassifyEvent;
  /** Stored events by their UIDs. */
  readonly #left: Map<string, StoredEvent>;
  /** UIDs of stored events and of those in this reading. */
  readonly #used: Set<string>;
  /** The nights of the series in this reading. */
  #series: (Nights & { uid: string })[] = [];

  constructor(stored: readonly StoredEvent[], situation: Situation) {
    this.#situation = situation;
    this.#classify = createClassifier({ stored, ...situation });
    this.#left = new Map(stored.map((event) => [event.uid, event]));
    this.#used = new Set(this.#left.keys());
  }

  /** Matches every event that was in the last reading, for an unchanged file. */
  takePresent(): void {
    for (const event of [...this.#left.values()]) {
      if (event.missing_readings > 0) continue;
      if (isOfSeries(event.uid)) this.#series.push(event);
      this.#match(event, event);
      this.count += 1;
    }
  }

  takeSpans({ spans, isPartial }: ReadFile): void {
    const { host, today } = this.#situation;
    const isOwn = ({ uid }: FeedSpan) => isOwnUid(uid, host);
    for (const span of spans.filter(isOwn)) this.#report(spanEvent(span), 'own');
    const others = spans.filter((span) => !isOwn(span));
    const live = others.filter(({ isCancelled }) => !isCancelled);
    const current = live.filter(({ checkout }) => checkout >= today);
    this.count = live.length;
    this.#series = live.filter(({ uid }) => isOfSeries(uid));
    // Match by nights first, so that stays with the same UID do not replace each other.
    const sameNights = this.#finderByNights();
    const changed = current.filter((span) => !this.#matchSpan(span, sameNights(span)));
    const unmatched = changed.filter((span) => !this.#matchSpan(span, this.#left.get(span.uid)));
    const sameSeries = this.#finderBySeries();
    for (const span of others) {
      if (span.isCancelled)
        this.#cancel(span, sameNights(span) ?? this.#left.get(span.uid) ?? sameSeries(span));
    }
    const byNights = Map.groupBy(this.#left.values(), nightsKey);
    const other = unmatched.filter((span) => !this.#rename(byNights.get(nightsKey(span))?.shift(), span));
    const underWay = this.#finderUnderWay();
    // An event that cannot be read may be the stored one.
    const former = (span: FeedSpan) => (isPartial ? undefined : (sameSeries(span) ?? underWay(span)));
    for (const span of other) if (!this.#rename(former(span), span)) this.#add(span);
    for (const span of live) if (span.checkout < today) this.#end(span);
  }

  /** Counts the unmatched events as missing, and removes those due. Echoes, also those that ended lately, are removed at once. */
  takeMissing(): void {
    const { now, today } = this.#situation;
    for (const event of this.#left.values()) {
      const readings = event.missing_readings + 1;
      const since = event.missing_since ?? now;
      const endedAt = event.echo_ended_at?.getTime() ?? Number.NEGATIVE_INFINITY;
      const isEcho = event.is_echo || now.getTime() - endedAt <= echoLagMs;
      const isGone =
        !this.#hasBegun(event) &&
        readings >= minMissingReadings &&
        now.getTime() - since.getTime() >= minMissingMs;
      const isOver = event.checkout < today;
      if (isGone || isOver || isEcho) {
        this.removedIds.push(event.id);
        if (!isOver) this.#report(event, 'removed');
      } else {
        this.updated.push({ ...event, missing_since: since, missing_readings: readings });
        this.#report(event, 'missing');
      }
    }
  }

  /** Creates a finder of the unmatched event with a span's nights and UID; one that is stored under the same UID comes first. */
  #finderByNights() {
    const key = (event: StoredEvent | FeedSpan) => `${nightsKey(event)} ${baseUid(event.uid)}`;
    const groups = Map.groupBy(this.#left.values(), key);
    return (span: FeedSpan): StoredEvent | undefined => {
      const events = groups.get(key(span))?.filter(({ uid }) => this.#left.has(uid));
      return events?.find(({ uid }) => uid === span.uid) ?? events?.[0];
    };
  }

  /**
   * Creates a finder of the unmatched event of a series that shares nights with a span of it. The first day of nights
   * without a gap, and so their UID, is another one when earlier years are read no more. Older releases stored a series as
   * they did events that share a UID.
   */
  #finderBySeries() {
    const keyed = [...this.#left.values()].filter(({ uid }) => uid !== baseUid(uid));
    const groups = Map.groupBy(keyed, ({ uid }) => baseUid(uid));
    return (span: FeedSpan): StoredEvent | undefined =>
      isOfSeries(span.uid)
        ? groups.get(baseUid(span.uid))?.find((event) => this.#left.has(event.uid) && overlaps(event, span))
        : undefined;
  }

  /**
   * Creates a finder of the unmatched stay under way with a span's check-in. A home has one stay a night, so that the span
   * is that stay under another UID, or the stay that was sold instead of it.
   */
  #finderUnderWay() {
    const { today } = this.#situation;
    const begun = [...this.#left.values()].filter((event) => this.#hasBegun(event));
    return (span: FeedSpan): StoredEvent | undefined =>
      hasBegun(spanEvent(span), today)
        ? begun.find(({ uid, checkin }) => checkin === span.checkin && this.#left.has(uid))
        : undefined;
  }

  /** Whether a stored event is a stay that has begun. A row of an older release is of a series if the file shows that. */
  #hasBegun(event: StoredEvent): boolean {
    const isOfOldSeries = this.#series.some(
      (one) =>
        event.uid !== baseUid(event.uid) && baseUid(one.uid) === baseUid(event.uid) && overlaps(one, event),
    );
    return hasBegun(event, this.#situation.today) && !isOfOldSeries;
  }

  /** @returns false without an event */
  #matchSpan(span: FeedSpan, event: StoredEvent | undefined): boolean {
    if (!event) return false;
    // An event whose UID others share now, or that had another key, is renamed: the next reading cannot confuse them.
    const isKeyed = span.uid !== baseUid(span.uid) && !this.#used.has(span.uid);
    this.#match(event, span, isKeyed ? unusedUid(span.uid, this.#used) : event.uid);
    return true;
  }

  #match(event: StoredEvent, span: DatedSpan, uid = event.uid): void {
    this.#left.delete(event.uid);
    const next = this.#classifyAgain(event, span, uid);
    const isNew =
      nightsKey(event) !== nightsKey(next) || event.kind !== next.kind || event.is_echo !== next.is_echo;
    const wasMissing = event.missing_readings > 0;
    const isStored =
      event.uid === uid &&
      event.marked === next.marked &&
      toMultirange(event.own_nights) === toMultirange(next.own_nights);
    if (isNew || wasMissing || !isStored) this.updated.push(next);
    this.#report(next, isNew ? 'changed' : wasMissing ? 'returned' : 'unchanged');
  }

  /** Removes a cancelled event, unless the file has the same nights of its UID uncancelled, too. */
  #cancel(span: FeedSpan, event: StoredEvent | undefined): void {
    if (event) {
      this.#left.delete(event.uid);
      this.removedIds.push(event.id);
    }
    this.#report(event ?? spanEvent(span), 'cancelled');
  }

  /** Removes an event that got a check-out before today; one that was over before goes as others do. */
  #end(span: FeedSpan): void {
    const event = this.#left.get(span.uid);
    if (event?.checkin !== span.checkin || event.checkout < this.#situation.today) return;
    this.#left.delete(event.uid);
    this.removedIds.push(event.id);
    this.#report(event, 'removed');
  }

  /** Matches an event under another UID. @returns false without an event */
  #rename(event: StoredEvent | undefined, span: FeedSpan): boolean {
    if (!event) return false;
    this.#left.delete(event.uid);
    const uid = this.#used.has(span.uid) ? event.uid : unusedUid(span.uid, this.#used);
    const next = this.#classifyAgain(event, span, uid);
    this.updated.push(next);
    this.#report(next, nightsKey(event) === nightsKey(next) ? 'renamed' : 'changed');
    return true;
  }

  #add({ marked, checkin, checkout, uid: sentUid }: FeedSpan): void {
    const uid = unusedUid(sentUid, this.#used);
    const eventClass = this.#classify({ marked, checkin, checkout }, undefined);
    this.added.push({ uid, marked, checkin, checkout, ...eventClass, ...present, echo_ended_at: null });
    this.#report({ uid, kind: eventClass.kind, checkin, checkout }, eventClass.is_echo ? 'echo' : 'added');
  }

  /** Updates a stored event that was read again. @param uid under which it is stored from now on */
  #classifyAgain(event: StoredEvent, { marked, checkin, checkout }: DatedSpan, uid: string): StoredEvent {
    const before = nightsKey(event) === nightsKey({ checkin, checkout }) ? event : undefined;
    const eventClass = this.#classify({ marked, checkin, checkout }, before);
    const endedAt = before?.is_echo ? this.#situation.now : (before?.echo_ended_at ?? null);
    return {
      ...event,
      ...present,
      ...eventClass,
      uid,
      marked,
      checkin,
      checkout,
      echo_ended_at: eventClass.is_echo ? null : endedAt,
    };
  }

  #report({ uid, kind, checkin, checkout }: Omit<ReadEvent, 'outcome'>, outcome: ReadEvent['outcome']): void {
    this.events.push({ uid, kind, checkin, checkout, outcome });
  }
}

/**
 * Whether guests have arrived. Some feeds list only arrivals to come: these guests sleep there until their check-out.
 * A series, whose nights may be years without a gap, is no stay of guests.
 */
const hasBegun = ({ uid, kind, checkin }: Omit<ReadEvent, 'outcome'>, today: string): boolean =>
  kind === 'reservation' && checkin <= today && !isOfSeries(uid);

const overlaps = (one: Nights, other: Nights): boolean =>
  one.checkin < other.checkout && other.checkin < one.checkout;

const present = { missing_since: null, missing_readings: 0 };

const nightsKey = ({ checkin, checkout }: Nights) => `${checkin}/${checkout}`;

const spanEvent = ({ uid, marked, checkin, checkout }: FeedSpan) => ({
  uid,
  kind: kindOfLabel(marked),
  checkin,
  checkout,
});
