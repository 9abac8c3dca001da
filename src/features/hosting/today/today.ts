import type { ChannelConflict, Conflict } from '../conflicts/choice.ts';

/** Any home, as cards name it. */
interface Home {
  slug: string;
  title: string;
}

export type Channel = 'airbnb' | 'vrbo' | 'booking_com' | 'other';

/** A confirmed stay, or one that another channel sold, of which no more is known than its dates. */
export interface TodayStay {
  /** `null`: of another channel. */
  code: string | null;
  channel: Channel | null;
  property: Home;
  checkin: string;
  checkout: string;
  /** Clock times at the home. */
  checkInFrom: string;
  checkOutUntil: string;
  name: string;
  phone: string;
  guests: number | null;
  pets: number;
  /** Whether the home is clean for this check-in; true for whoever is in house. */
  isReady: boolean;
}

/** A home into which guests move today, and that nobody has reported clean. */
export interface UnreadyHome {
  property: Home;
  /** ISO 8601. */
  checkinAt: string;
  /** `null`: nobody has the turnover. */
  cleaner: string | null;
  hasProblem: boolean;
}

/** A booking that waits for something. Money in minor units; moments are ISO 8601. */
export interface WaitingBooking {
  code: string;
  property: Home;
  checkin: string;
  checkout: string;
  name: string;
  phone: string;
  guests: number;
  pets: number;
  total: number;
  /** When the nights are let go. */
  expiresAt: string;
}

export interface BalanceDue {
  code: string;
  property: Home;
  checkin: string;
  name: string;
  phone: string;
  amount: number;
  /** `null`: no day is set. */
  dueOn: string | null;
  /** How often the stored card was declined, or without one the guest was asked to pay by mail. */
  declines: number;
  /** Whether a card is stored that may be charged. */
  hasCard: boolean;
  nextAttemptAt: string | null;
}

export interface FailedRefund {
  code: string;
  property: Home;
  name: string;
  phone: string;
  amount: number;
  /** The card provider's. */
  reason: string;
  failedAt: string;
}

/** A payment at the card provider whose booking a restored backup does not have. */
export interface UnknownPayment {
  /** The card provider's. */
  id: string;
  code: string;
  /** What is not refunded of it. */
  amount: number;
  /** What it is for, as the guest read it. */
  description: string;
  paidAt: string;
  /** Its bank reclaims it, and has not decided yet. */
  isDisputed: boolean;
}

export const maxNoteLength = 1000;

/** A payment of a lost booking that a host has dealt with. */
export interface DonePayment {
  /** The card provider's. */
  id: string;
  doneAt: string;
  /** The host's e-mail address; `null`: that account is gone. */
  doneBy: string | null;
  note: string;
}

/** A payment that a guest's bank reclaims. */
export interface OpenDispute {
  /** The card provider's. */
  id: string;
  code: string;
  property: Home;
  name: string;
  phone: string;
  amount: number;
  reason: string;
  answerBy: string | null;
  /** The hosts have answered; the bank decides. */
  isUnderReview: boolean;
}

/** A guest without an answer. */
export interface UnansweredInquiry {
  id: string;
  /** `null`: it is not about a booking. */
  code: string | null;
  name: string;
  phone: string;
  property: string;
  waitingSince: string;
  /** When the promised time is over. */
  answerBy: string;
  path: string;
}

export type FeedProblem = 'failing' | 'never_read' | 'stale';

export interface FeedInTrouble {
  id: string;
  name: string;
  channel: Channel;
  property: Home;
  problem: FeedProblem;
  lastError: string;
  lastGoodAt: string | null;
}

export interface ComingDay {
  date: string;
  arrivals: TodayStay[];
  departures: TodayStay[];
}

/** What hosts see first. Dates are those of the homes' zone. */
export interface Today {
  today: string;
  /** When it was read, ISO 8601. */
  readAt: string;
  timeZone: string;
  currency: string;
  arrivals: TodayStay[];
  departures: TodayStay[];
  /** Neither arriving nor leaving today. */
  inHouse: TodayStay[];
  /** Of today's arrivals. */
  unreadyHomes: UnreadyHome[];
  /** Nights that another channel sold, too. */
  conflicts: Conflict[];
  /** Nights that two other channels sold. */
  channelConflicts: ChannelConflict[];
  /** Since a backup of this moment was restored nothing is charged or refunded; ISO 8601, `null`: payments go on. */
  paymentsPausedSince: string | null;
  unknownPayments: UnknownPayment[];
  failedRefunds: FailedRefund[];
  disputes: OpenDispute[];
  feeds: FeedInTrouble[];
  requests: WaitingBooking[];
  inquiries: UnansweredInquiry[];
  balancesDue: BalanceDue[];
  holds: WaitingBooking[];
  /** Tomorrow and the six days after it. */
  coming: ComingDay[];
}

/** How many days after today are shown. */
export const comingDays = 7;
