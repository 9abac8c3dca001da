import type { ArrivalDetails, BookingStatus } from '../../../db/schema/bookings.ts';
import { type Parse, textIn } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { parseQuote } from '../quotes/quote.ts';
import { holdPath, tripPath } from './trip-paths.ts';

/** What may be done with a booking now. */
type TripAction = 'pay' | 'release' | 'cancel' | 'message' | 'askForChange';

/** Money that went one way or the other, in minor units. */
interface TripPayment {
  amount: number;
  /** A refund that the card provider has not confirmed yet. */
  isPending: boolean;
}

/** Word for word what the guest agreed to. */
export interface Agreed {
  houseRules: string[];
  /** The cancellation policy's name; '' for none. */
  policy: string;
  /** What goes back until how many days before check-in. */
  steps: { daysBefore: number; refundPercent: number }[];
  graceHours: number;
  at: string;
}

/** A booking as its guest sees it. */
export interface Trip {
  code: string;
  status: BookingStatus;
  property: string;
  /** Of the home, also when it is listed no longer; its slug where a bare answer names no more. */
  title: string;
  checkin: string;
  checkout: string;
  guests: number;
  pets: number;
  name: string;
  email: string;
  total: number;
  currency: string;
  /** How it is paid: `full` or `deposit`. */
  plan: string;
  /** The price with its lines; a list of trips may leave it out. */
  quote: Quote | null;
  /** `null` for a booking that hosts took by phone. */
  agreed: Agreed | null;
  payments: TripPayment[];
  refunds: TripPayment[];
  /** What can be paid now or is charged later, in minor units. */
  due: number;
  /** The day on which `due` is charged; `null`: none is set. */
  dueOn: string | null;
  /** The guest has paid in a way that takes days, and the bank still works on it. */
  isPaymentProcessing: boolean;
  /** The hosts took the offer back that the booking came of. */
  isOfferWithdrawn: boolean;
  holdExpiresAt: string | null;
  /** When the server sent this; `null` where a bare answer leaves it out. */
  now: string | null;
  /** When it was paid; `null` before. */
  confirmedAt: string | null;
  can: TripAction[];
  /** With its number, and what opens the door: only when due. */
  address: string | null;
  accessNotes: string | null;
  /** What the guest said about the arrival. */
  arrivalDetails: ArrivalDetails;
}

/** What goes back for a cancellation now, and why. */
export interface Cancellation {
  refund: number;
  why: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => text(value) || null;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const parsePayment: Parse<TripPayment> = (value) => {
  const { amount = 0, status } = isRecord(value) ? value : {};
  return { amount: Number(amount), isPending: status === 'pending' };
};

function parseAgreed(value: unknown): Agreed | null {
  if (!isRecord(value) || !text(value.at)) return null;
  const policy = isRecord(value.cancellation) ? value.cancellation : {};
  const lines = text(value.houseRules).split('\n');
  return {
    houseRules: lines.map((line) => line.trim()).filter(Boolean),
    policy: text(policy.name),
    steps: list(policy.steps)
      .filter(isRecord)
      .map((step) => ({ daysBefore: Number(step.days_before), refundPercent: Number(step.refund_percent) }))
      .sort((a, b) => b.daysBefore - a.daysBefore),
    graceHours: Number(policy.graceHours ?? 0),
    at: text(value.at),
  };
}

/** What is open: where a bare answer leaves it out, what was not paid yet, on the day of the deposit's plan. */
function parseDue({ due, dueOn }: Record<string, unknown>, money: TripAmounts, quote: Quote | null) {
  if (typeof due === 'number') return { due, dueOn: textOrNull(dueOn) };
  const plan = quote?.plans.find(({ kind }) => kind === 'deposit');
  return { due: Math.max(0, balance(money)), dueOn: plan?.dueLater[0]?.on ?? null };
}

/** Reads a booking; what it repeats of its quote is taken from there where it is left out. */
export const parseTrip: Parse<Trip> = (body) => {
  const trip = isRecord(body) ? body : {};
  const quote = isRecord(trip.quote) ? parseQuote(trip.quote) : null;
  const stay = isRecord(trip.stay) ? trip.stay : {};
  const { title } = isRecord(trip.property) ? trip.property : {};
  const from = (name: 'property' | 'checkin' | 'checkout') => {
    const value = trip[name] ?? stay[name];
    return isRecord(value) ? text(value.slug) : text(value) || (quote?.[name] ?? '');
  };
  const count = (name: 'guests' | 'pets' | 'total') => Number(trip[name] ?? stay[name] ?? quote?.[name] ?? 0);
  const money = {
    total: count('total'),
    payments: list(trip.payments).map(parsePayment),
    refunds: list(trip.refunds).map(parsePayment),
  };
  return {
    code: textIn(body, 'code'),
    status: textIn(body, 'status') as BookingStatus,
    title: text(title) || from('property'),
    property: from('property'),
    checkin: from('checkin'),
    checkout: from('checkout'),
    guests: count('guests'),
    pets: count('pets'),
    ...money,
    ...parseDue(trip, money, quote),
    currency: text(trip.currency) || (quote?.currency ?? 'usd'),
    plan: text(trip.plan) || 'full',
    name: text(trip.name),
    email: text(trip.email),
    quote,
    agreed: parseAgreed(trip.agreed),
    isPaymentProcessing: trip.isPaymentProcessing === true,
    isOfferWithdrawn: trip.isOfferWithdrawn === true,
    holdExpiresAt: textOrNull(trip.holdExpiresAt),
    now: textOrNull(trip.now),
    confirmedAt: textOrNull(trip.confirmedAt),
    can: list(trip.can) as TripAction[],
    address: textOrNull(trip.address ?? trip.streetAddress),
    accessNotes: textOrNull(trip.accessNotes ?? trip.access),
    arrivalDetails: isRecord(trip.arrivalDetails) ? trip.arrivalDetails : {},
  };
};

export const parseCancellation: Parse<Cancellation> = (body) => {
  const { refund, why, reason } = isRecord(body) ? body : {};
  if (typeof refund !== 'number') throw new TypeError('refund is missing');
  return { refund, why: text(why) || text(reason) };
};

type TripAmounts = Pick<Trip, 'total' | 'payments' | 'refunds'>;

const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);

const balance = ({ total, payments, refunds }: TripAmounts): number => total - sum(payments) + sum(refunds);

/** `$600.00 paid, $50.00 refunded`; what the card provider has not confirmed is on its way. */
export function paidText({ payments, refunds, currency }: Trip): string {
  const pending = sum(refunds.filter(({ isPending }) => isPending));
  const done = sum(refunds) - pending;
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    `${money(sum(payments))} paid`,
    ...(done > 0 ? [`${money(done)} refunded`] : []),
    ...(pending > 0 ? [`${money(pending)} on its way back`] : []),
  ].join(', ');
}

export const processingText =
  'Your payment is on its way: your bank still works on it. You need not do anything; we write to you.';

/** A booking's state in words for its guest. */
export const statusText: Record<BookingStatus, string> = {
  held: 'Waiting for payment',
  requested: 'Waiting for the hosts',
  confirmed: 'Booked',
  expired: 'Expired',
  released: 'Let go',
  declined: 'Declined',
  cancelled: 'Cancelled',
};

/** The page of a booking: that of its payment until it is booked. */
export const pathOfTrip = ({ code, status }: Pick<Trip, 'code' | 'status'>): `/${string}` =>
  status === 'confirmed' || status === 'cancelled' ? tripPath(code) : holdPath(code);

/** Minutes and seconds that are left: `9:05`. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return seconds >= 3600
    ? `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
