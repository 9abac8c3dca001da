import { hourMs } from '../../../shared/durations.ts';

export type TaskKind =
  | 'conflict'
  | 'turnover'
  | 'access_code'
  | 'payments_paused'
  | 'restored'
  | 'launch'
  | 'backup'
  | 'mail'
  | 'unknown_payment'
  | 'dispute'
  | 'refund'
  | 'request'
  | 'inquiry'
  | 'extra'
  | 'moment'
  | 'feed'
  | 'charge'
  | 'balance';

/** The urgencies of tasks, the most pressing first. */
export const urgencies = ['late', 'soon', 'later'] as const;
export type Urgency = (typeof urgencies)[number];

/** One thing that needs a host, and the one place where it is done. */
export interface Task {
  key: string;
  kind: TaskKind;
  urgency: Urgency;
  title: string;
  detail: string;
  phone: string;
  /** ISO 8601; `null`: no clock runs. */
  deadline: string | null;
  to: string;
  action: string;
  /** The card provider's id of a payment of a lost booking or purchase, which hosts mark as done themselves. */
  unknownPayment?: string;
}

const soonMs = 4 * hourMs;

/** Returns how soon something with a deadline (ISO 8601) is to be done: `soon` within four hours. */
export function toUrgency(deadline: string, now: number): Urgency {
  const left = Date.parse(deadline) - now;
  if (left <= 0) return 'late';
  return left <= soonMs ? 'soon' : 'later';
}

/** The page of a booking for hosts. */
export const bookingPath = (code: string): string => `/admin/bookings/${code}`;
