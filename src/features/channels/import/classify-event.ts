import type { EventLabel } from '../../../db/schema/channel-feeds.ts';
import { type EventKind, kindOfLabel } from '../feed.ts';
import { mergeNights, type Nights, subtractNights } from './night-ranges.ts';

/** The nights that we served a channel when it last fetched its link. */
export interface PublishedNights {
  /** One entry for each booking or block, as it was served. */
  nights: readonly Nights[];
  /** Whether the link was fetched since it was last renewed: before that a new event cannot be an echo. */
  isCurrent: boolean;
}

export interface EventClass {
  kind: EventKind;
  is_echo: boolean;
  /** The nights that it closes: its own, without those that we served its channel. */
  own_nights: Nights[];
}

/** How an event was classified in an earlier reading. */
type EarlierClass = Pick<EventClass, 'is_echo' | 'own_nights'>;

interface ClassifierInput {
  stored: readonly EarlierClass[];
  served: PublishedNights;
  today: string;
}

/**
 * Creates the function that decides whether an event of a reading is an echo. Nights that the feed closed before we
 * served them remain the feed's own, so that a stay that was sold twice does not become an echo.
 */
export function createClassifier({ stored, served, today }: ClassifierInput) {
  const ownBefore = mergeNights(stored.flatMap(({ own_nights }) => own_nights));
  const fromUs = subtractNights(mergeNights(served.nights), ownBefore);
  const checkins = new Set(served.nights.map(({ checkin }) => checkin));
  const checkouts = new Set(served.nights.map(({ checkout }) => checkout));
  const isAligned = ({ checkin, checkout }: Nights): boolean =>
    (checkins.has(checkin) || checkin <= today) && checkouts.has(checkout);

  /** @param before the stored event, if it had the same nights */
  return (event: Nights & { marked: EventLabel }, before: EarlierClass | undefined): EventClass => {
    const { checkin, checkout, marked } = event;
    const whole = [{ checkin, checkout }];
    const stay: EventClass = { kind: kindOfLabel(marked), is_echo: false, own_nights: whole };
    if (marked === 'reservation') return stay;
    const left = before || served.isCurrent ? subtractNights(whole, fromUs) : whole;
    if (marked === 'block') return { kind: 'block', is_echo: left.length === 0, own_nights: left };
    // A possible stay is an echo only if all its nights are ours, between a check-in and a check-out of ours. Otherwise
    // nights were sold twice.
    const isEcho = left.length === 0 && (before?.is_echo || isAligned(event));
    return isEcho ? { kind: 'block', is_echo: true, own_nights: [] } : stay;
  };
}

export type ClassifyEvent = ReturnType<typeof createClassifier>;
