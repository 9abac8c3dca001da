/** How large a filled house is. */
export interface ScaleSize {
  homes: number;
  bookings: number;
  messages: number;
}

export const dayMs = 86_400_000;
const yearsBack = 10;
/** No stay is planned later. */
export const daysAhead = 548;
/** Share of bookings that take nights; the others were never paid or cancelled. */
const occupyingShare = 0.65;

const statuses = ['confirmed', 'cancelled', 'expired', 'released', 'declined', 'held', 'requested'] as const;
type PlannedStatus = (typeof statuses)[number];

/** One planned booking; days are counted since 1970, moments are milliseconds. */
export interface PlannedBooking {
  /** The number of the booking in the order of creation, counted from 0. */
  index: number;
  home: number;
  checkin: number;
  checkout: number;
  createdAt: number;
  status: PlannedStatus;
  isDeposit: boolean;
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Bookings of all homes over ten years and the one and a half to come, the first made first. Those that take nights never
 * overlap; some of those to come wait for payment or for the hosts.
 */
export function planBookings({ homes, bookings }: ScaleSize, now: number): PlannedBooking[] {
  const next = random(20_260_101);
  const today = Math.floor(now / dayMs);
  const [first, end] = [today - yearsBack * 365, today + daysAhead];
  const planned: PlannedBooking[] = [];
  for (let home = 0; home < homes; home += 1) {
    const own = Math.floor(bookings / homes) + (home < bookings % homes ? 1 : 0);
    const occupying = Math.floor(own * occupyingShare);
    const step = (end - first) / occupying;
    // No two homes change guests on the same days.
    const shift = home / homes;
    for (let index = 0; index < own; index += 1) {
      const takesNights = index < occupying;
      const [checkin, checkout] = takesNights
        ? stayAt(first, step, index + shift, next)
        : anyStay(first, end, next);
      const lead = 1 + Math.floor(next() * next() * 240);
      const createdAt = Math.min(
        (checkin - lead) * dayMs + Math.floor(next() * dayMs),
        now - dayMs - Math.floor(next() * 365 * dayMs),
      );
      planned.push({
        index: 0,
        home,
        checkin,
        checkout,
        createdAt,
        status: statusAt(takesNights, checkin > today + 30, next()),
        isDeposit: next() < 0.3 && checkin - Math.floor(createdAt / dayMs) > 44,
      });
    }
  }
  planned.sort((a, b) => a.createdAt - b.createdAt);
  for (const [index, booking] of planned.entries()) booking.index = index;
  return planned;
}

function stayAt(first: number, step: number, index: number, next: () => number): [number, number] {
  const checkin = first + Math.floor(index * step);
  const free = first + Math.floor((index + 1) * step) - checkin;
  return [checkin, checkin + Math.max(1, Math.min(free, 2 + Math.floor(next() * 6)))];
}

function anyStay(first: number, end: number, next: () => number): [number, number] {
  const checkin = first + Math.floor(next() * (end - first));
  return [checkin, checkin + 2 + Math.floor(next() * 6)];
}

function statusAt(takesNights: boolean, isFar: boolean, chance: number): PlannedStatus {
  if (!takesNights)
    return chance < 0.35 ? 'cancelled' : chance < 0.75 ? 'expired' : chance < 0.92 ? 'released' : 'declined';
  if (isFar && chance < 0.0006) return chance < 0.0003 ? 'held' : 'requested';
  return 'confirmed';
}
