import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { type Parse, textIn } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import { refundingSteps } from '../pricing/refund.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { parseQuote } from '../quotes/quote.ts';
import type { CancellationFigure, Trip, TripSummary } from './trip.schema.server.ts';
import { holdPath, tripPath } from './trip-paths.ts';

/** The terms that the guest agreed to, word for word. */
export interface AgreedTerms {
  houseRules: string[];
  /** The cancellation policy's name; '' for none. */
  policy: string;
  /** Refunds by days before check-in, the longest time first. */
  steps: { daysBefore: number; refundPercent: number }[];
  graceHours: number;
  /** The sentence that a card may be charged for later orders; '' without it. */
  laterCharges: string;
  at: string;
}

/** @returns `null` where nothing was agreed to: an offer that is not booked yet */
export function toAgreedTerms({
  houseRules = '',
  cancellation,
  laterCharges = '',
  at,
}: Trip['agreed']): AgreedTerms | null {
  if (!at) return null;
  const { name = '', steps = [], graceHours = 0 } = cancellation ?? {};
  return {
    houseRules: houseRules
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    policy: name,
    steps: refundingSteps(steps)
      .map(({ days_before, refund_percent }) => ({ daysBefore: days_before, refundPercent: refund_percent }))
      .sort((a, b) => b.daysBefore - a.daysBefore),
    graceHours,
    laterCharges,
    at,
  };
}

const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);

/** A price without lines, for a booking without its quote. */
const noQuote = { lines: [], nights: [], plans: [], cancellation: [] };

/** The open amount for a bare response, which lacks it: the unpaid rest, due on the day of the deposit's plan. */
function openAmount(
  { total, payments, refunds }: Pick<Trip, 'total' | 'payments' | 'refunds'>,
  quote: Quote,
) {
  const plan = quote.plans.find(({ kind }) => kind === 'deposit');
  return {
    due: Math.max(0, total - sum(payments) + sum(refunds)),
    dueOn: plan?.dueLater[0]?.on ?? null,
  };
}

/** Completes a bare response, which lacks what the quote has and may name the home only by its slug. */
export const parseTrip: Parse<Trip> = (body) => {
  const code = textIn(body, 'code');
  const status = textIn(body, 'status') as BookingStatus;
  const sent = body as Partial<Trip>;
  const quote = parseQuote({ ...noQuote, ...sent.quote });
  const { property = quote.property ?? '' } = sent as { property?: Trip['property'] | string };
  const money = {
    total: sent.total ?? quote.total ?? 0,
    payments: sent.payments ?? [],
    refunds: sent.refunds ?? [],
  };
  const open = sent.due === undefined ? openAmount(money, quote) : undefined;
  return {
    checkin: quote.checkin ?? '',
    checkout: quote.checkout ?? '',
    checkInFrom: '',
    checkOutUntil: '',
    guests: quote.guests,
    pets: quote.pets,
    currency: quote.currency ?? 'usd',
    name: '',
    email: '',
    phone: '',
    note: '',
    plan: 'full',
    paid: sum(money.payments) - sum(money.refunds),
    isPaymentProcessing: false,
    isPaymentOpen: false,
    isOfferWithdrawn: false,
    holdExpiresAt: null,
    confirmedAt: null,
    cancelledAt: null,
    can: [],
    now: '',
    payNow: sent.due ?? open?.due,
    ...open,
    ...sent,
    ...money,
    code,
    status,
    quote,
    property: typeof property === 'string' ? { slug: property, title: property } : property,
    agreed: sent.agreed ?? {},
    arrivalDetails: sent.arrivalDetails ?? {},
    companions: sent.companions ?? [],
    extras: sent.extras ?? [],
  } as Trip;
};

export const parseTripSummary: Parse<TripSummary> = (body) => ({
  ...parseTrip(body),
  isPast: (body as Partial<TripSummary>).isPast === true,
});

/** Describes the refund of a cancellation now, and its reason. */
export type Cancellation = Pick<CancellationFigure, 'refund' | 'why'>;

export const parseCancellation: Parse<Cancellation> = (body) => {
  const { refund, why, reason } = isRecord(body) ? body : {};
  if (typeof refund !== 'number') throw new TypeError('refund is missing');
  return { refund, why: String(why ?? reason ?? '') };
};

/** `$600.00 paid, $50.00 refunded`; refunds that the provider has not confirmed are on their way. */
export function paidText({ payments, refunds, currency }: Trip): string {
  const pending = sum(refunds.filter(({ status }) => status === 'pending'));
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

/** The state of a booking as text for its guest. */
export const statusText: Record<BookingStatus, string> = {
  held: 'Waiting for payment',
  requested: 'Waiting for the hosts',
  confirmed: 'Booked',
  expired: 'Expired',
  released: 'Let go',
  declined: 'Declined',
  cancelled: 'Cancelled',
};

/** The stay of a booking with its promotion code and chosen extras, as the booking flow takes them. */
export const toStaySearch = ({
  property,
  checkin,
  checkout,
  guests,
  pets,
  promoCode,
  chosenExtras: extras,
}: Trip) => ({
  property: property.slug,
  checkin,
  checkout,
  guests,
  pets,
  promoCode,
  extras,
});

/** The path of a booking's page: its payment page until it is confirmed, then its trip. */
export const pathOfTrip = ({ code, status }: Pick<Trip, 'code' | 'status'>): `/${string}` =>
  status === 'confirmed' || status === 'cancelled' ? tripPath(code) : holdPath(code);

/** Formats the time left: `9:05`, or `1 h 5 min` from an hour on. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return seconds >= 3600
    ? `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
