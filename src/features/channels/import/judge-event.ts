import type { EventMark } from '../../../db/schema/channel-feeds.ts';
import { type EventKind, kindOfMark } from '../feed.ts';
import { mergeNights, type Nights, subtractNights } from './night-ranges.ts';

/** What a channel had from us when it last fetched its link. */
export interface Served {
  /** Of each source apart, as it was served. */
  nights: readonly Nights[];
  /** Whether it was fetched at its present address: after a renewal nothing new can have come from it. */
  isCurrent: boolean;
}

export interface Judgement {
  kind: EventKind;
  is_echo: boolean;
  /** What it closes: its nights without those that its channel had from us. */
  own_nights: Nights[];
}

/** How an event was judged in an earlier reading. */
type Judged = Pick<Judgement, 'is_echo' | 'own_nights'>;

interface Reading {
  stored: readonly Judged[];
  served: Served;
  today: string;
}

/**
 * Judges the events of one reading. Nights that the feed closed of its own before we served them stay its own: a stay that was
 * sold twice does not turn into an echo when the channel reads ours.
 */
export function createJudge({ stored, served, today }: Reading) {
  const ownBefore = mergeNights(stored.flatMap(({ own_nights }) => own_nights));
  const fromUs = subtractNights(mergeNights(served.nights), ownBefore);
  const checkins = new Set(served.nights.map(({ checkin }) => checkin));
  const checkouts = new Set(served.nights.map(({ checkout }) => checkout));
  const isAligned = ({ checkin, checkout }: Nights): boolean =>
    (checkins.has(checkin) || checkin <= today) && checkouts.has(checkout);

  /** @param before the event as stored, where it had the same nights */
  return (event: Nights & { marked: EventMark }, before: Judged | undefined): Judgement => {
    const { checkin, checkout, marked } = event;
    const whole = [{ checkin, checkout }];
    const stay: Judgement = { kind: kindOfMark(marked), is_echo: false, own_nights: whole };
    if (marked === 'reservation') return stay;
    const left = before || served.isCurrent ? subtractNights(whole, fromUs) : whole;
    if (marked === 'block') return { kind: 'block', is_echo: left.length === 0, own_nights: left };
    // One that may be a stay is an echo only as a whole, and of whole stays of ours: else it was sold twice.
    const isEcho = left.length === 0 && (before?.is_echo || isAligned(event));
    return isEcho ? { kind: 'block', is_echo: true, own_nights: [] } : stay;
  };
}

export type Judge = ReturnType<typeof createJudge>;
