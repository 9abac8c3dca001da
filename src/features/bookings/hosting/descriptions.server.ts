import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../calendar/calendar.schema.server.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';
import { tripSchema } from '../record/trip.schema.server.ts';
import { bookingOrders } from './list-filter.ts';
import { maxMessageLength } from './requests.ts';

const { code, status } = placedBookingSchema.properties;

const hostedBookingSchema = Type.Object({
  code,
  status,
  property: Type.Object({ slug: Type.String(), title: Type.String() }),
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  note: Type.String(),
  source: Type.Enum(['site', 'hosts', 'offer']),
  plan: Type.Enum(['full', 'deposit']),
  total: amountSchema,
  paid: Type.Integer({ description: 'Charges less refunds' }),
  open: Type.Integer({ description: 'Still to be paid, of bookings that stand' }),
  currency: currencySchema,
  balanceDueOn: Type.Union([dateSchema, Type.Null()]),
  holdExpiresAt: Type.Union([momentSchema, Type.Null()]),
  createdAt: momentSchema,
});

export const bookingTotalsSchema = Type.Object({
  count: Type.Integer(),
  ended: Type.Integer({ description: 'Of count: cancelled, declined, expired or released' }),
  total: Type.Integer({ description: 'The prices of all, also of those that ended' }),
  standing: Type.Integer({ description: 'The prices of those that did not end' }),
  paid: Type.Integer({ description: 'Charges less refunds' }),
  open: amountSchema,
  currency: currencySchema,
});

export const bookingListSchema = Type.Object({
  bookings: Type.Array(hostedBookingSchema),
  totals: Type.Union([bookingTotalsSchema, Type.Null()], {
    description: 'Of all bookings that fit, on every page; null where these are more than 1,000',
  }),
  page: Type.Integer(),
  limit: Type.Integer(),
});

const method = Type.Enum(['card', 'elsewhere'], { description: 'elsewhere: recorded by the hosts' });
const reference = Type.Union([Type.String(), Type.Null()], { description: 'The card provider’s' });
const how = Type.String({ description: 'How it was paid elsewhere, or empty' });
const reasonGiven = Type.String({ description: 'The hosts’ words, or empty' });
const { payments, refunds, can: _, address: __, access: ___, ...trip } = tripSchema.properties;

export const hostedDetailSchema = Type.Object({
  ...trip,
  source: hostedBookingSchema.properties.source,
  createdAt: momentSchema,
  hasCard: Type.Boolean({ description: 'Whether a card is stored that is charged without the guest' }),
  can: Type.Array(Type.Enum(['approve', 'decline', 'move', 'cancel', 'refund', 'message', 'renew'])),
  payments: Type.Array(Type.Object({ ...payments.items.properties, method, reason: how, reference })),
  refunds: Type.Array(Type.Object({ ...refunds.items.properties, method, reason: reasonGiven, reference })),
  failedRefunds: Type.Array(Type.Object({ ...payments.items.properties, reason: Type.String() }), {
    description:
      'Rejected by the card provider or the guest’s bank, with its reason; not part of what was refunded',
  }),
  unpaidRefund: Type.Integer({
    description: 'What of these has not been refunded again or paid back otherwise',
  }),
  disputes: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The card provider’s' }),
      amount: amountSchema,
      reason: Type.String(),
      answerBy: Type.Union([momentSchema, Type.Null()]),
      isUnderReview: Type.Boolean({ description: 'The hosts have answered; the bank decides' }),
    }),
    { description: 'Payments that the guest’s bank reclaims, until that is decided' },
  ),
  refundable: Type.Integer({ description: 'Paid, and not refunded or on its way back' }),
  proposedRefund: Type.Integer({ description: 'What the policy gives back now' }),
  refundWhy: Type.String({ description: 'The reason of that in a sentence' }),
  address: Type.String({ description: 'As it is now; empty: none is set' }),
  access: Type.String({ description: 'How to get in, as it is now' }),
  accessOn: Type.String({ format: 'date', description: 'From this day the guest may see both' }),
  accessSentAt: Type.Union([momentSchema, Type.Null()], { description: 'When both were mailed' }),
  mails: Type.Array(
    Type.Object({ to: Type.Enum(['guest', 'hosts']), subject: Type.String(), at: momentSchema }),
    { description: 'Every mail about this booking, in the order in which it was queued' },
  ),
  history: Type.Array(
    Type.Object({
      event: Type.String(),
      actor: Type.String({ description: 'A host’s address, or guest, system, card provider' }),
      details: Type.Unknown(),
      at: momentSchema,
    }),
  ),
});

const reason = Type.String({ maxLength: 1000 });
export const declineSchema = Type.Object({ reason: Type.Optional(reason) }, { additionalProperties: false });
export const hostsCancelSchema = Type.Object(
  { refund: amountSchema, reason: Type.Optional(reason) },
  { additionalProperties: false },
);
export const hostsRefundSchema = Type.Object(
  {
    amount: amountSchema,
    reason: Type.String({ minLength: 1, maxLength: 1000 }),
    isPaidBack: Type.Optional(
      Type.Boolean({ description: 'The hosts have paid it back themselves: nothing goes to the card' }),
    ),
  },
  { additionalProperties: false },
);

export const messageSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: maxMessageLength }) },
  { additionalProperties: false },
);

const filters: NonNullable<Description['query']> = {
  status: { schema: status, description: 'Only those in this status' },
  property: { schema: Type.String(), description: 'The slug of a home' },
  from: { schema: dateSchema, description: 'Only stays that touch this day or a later one' },
  to: { schema: dateSchema, description: 'Only stays that touch this day or an earlier one' },
  search: {
    schema: Type.String({ maxLength: 200 }),
    description: 'Each of these words is part of the code, the name or the address',
  },
  sort: {
    schema: Type.Enum(bookingOrders),
    description:
      'latest: the latest stay first, as without it; arrival: the earliest stay first; newest: the last one booked first',
  },
};

const changing: Pick<Description, 'answer' | 'refusals'> = {
  answer: hostedDetailSchema,
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict', 'unavailable'],
};

export const hostingDescriptions = {
  list: {
    summary: 'Bookings that fit, page by page, with the totals of all of them where they are at most 1,000',
    query: {
      ...filters,
      page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
      limit: { schema: Type.Integer({ minimum: 1, maximum: 200 }), description: '50 if left out' },
    },
    answer: bookingListSchema,
    refusals: ['invalid', 'unauthenticated', 'forbidden'],
  },
  totals: {
    summary: 'The totals of all bookings that fit, however many',
    query: filters,
    answer: bookingTotalsSchema,
    refusals: ['invalid', 'unauthenticated', 'forbidden'],
  },
  csv: {
    summary: 'The same bookings as CSV (RFC 4180, UTF-8), amounts in whole units of the currency',
    details:
      'Texts that a spreadsheet would take for a formula begin with an apostrophe. At most 20,000 rows.',
    query: filters,
    answer: { type: 'string', description: 'text/csv' },
    refusals: ['invalid', 'unauthenticated', 'forbidden'],
  },
  detail: {
    summary: 'A booking with its whole history, and what the policy would refund now',
    answer: hostedDetailSchema,
    refusals: ['unauthenticated', 'forbidden', 'notFound'],
  },
  approve: {
    summary: 'Approves a request',
    details: 'Its nights are held for 24 hours more, and the guest gets a payment link.',
    ...changing,
  },
  decline: { summary: 'Declines a request', body: declineSchema, ...changing },
  cancel: {
    summary: 'Cancels a confirmed stay with any refund up to what is paid',
    body: hostsCancelSchema,
    ...changing,
  },
  refund: {
    summary: 'Refunds any part of what is left, with a reason',
    details: 'The same Idempotency-Key refunds once.',
    headers: { 'Idempotency-Key': { schema: Type.String(), description: 'New for each refund' } },
    body: hostsRefundSchema,
    ...changing,
  },
  message: {
    summary: 'Mails the guest; their answer goes to the hosts',
    details: 'Recorded in the history. The same Idempotency-Key sends once.',
    headers: { 'Idempotency-Key': { schema: Type.String(), description: 'New for each message' } },
    body: messageSchema,
    ...changing,
  },
  renewLink: {
    summary: 'Renews a guest’s link after a leak',
    details:
      'The links and the addresses for answers that were mailed before, and the browsers that followed such a link, lose the booking; the guest is mailed the new link. 409 for a guest without an address.',
    ...changing,
  },
} satisfies Record<string, Description>;
