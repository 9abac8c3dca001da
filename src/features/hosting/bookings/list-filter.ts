import type { BookingStatus } from '../../../db/schema/bookings.ts';

export const bookingStatuses = [
  'held',
  'requested',
  'confirmed',
  'expired',
  'released',
  'declined',
  'cancelled',
] satisfies BookingStatus[];

/** `latest`: the latest stay first; `arrival`: the next one first; `newest`: the last one booked first. */
export const bookingOrders = ['latest', 'arrival', 'newest'] as const;

export const filterNames = ['status', 'property', 'from', 'to', 'search', 'sort'] as const;

/** Stays that end today or later, those that ended before, or both. */
export const bookingPeriods = ['upcoming', 'past', 'all'] as const;
export type BookingPeriod = (typeof bookingPeriods)[number];

/** The filter of the hosts' list of bookings; `null`: any. */
export interface BookingFilter {
  status: BookingStatus | null;
  property: string | null;
  /** Stays that touch these days, both inclusive. */
  from: string | null;
  to: string | null;
  /** Stays whose check-out is before this day. */
  endsBefore: string | null;
  /** Words, each of which is part of the code, the name or the address. */
  terms: string[];
  sort: (typeof bookingOrders)[number];
}

export interface BookingPage {
  /** The number of the page, counted from 1. */
  page: number;
  limit: number;
}

/** The most bookings whose totals come with the list; those of longer lists are added up on demand. */
export const maxSummed = 1_000;
