import Type, { type Static } from 'typebox';
import {
  cents,
  choice,
  date,
  described,
  filter,
  flag,
  optional,
  slug,
  text,
  wholeNumberText,
} from '../../../platform/http/fields.server.ts';
import { body, converted, type Parsed, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { placedBookingSchema } from '../../bookings/record/placed-booking.schema.server.ts';
import { tripSchema } from '../../bookings/record/trip.schema.server.ts';
import { type BookingFilter, type BookingPage, bookingOrders, bookingStatuses } from './list-filter.ts';

const { code, status } = placedBookingSchema.properties;

const hostedBookingSchema = Type.Object({
  code,
  status,
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  note: Type.String(),
  source: Type.Enum(['site', 'agent', 'hosts', 'offer']),
  plan: Type.Enum(['full', 'deposit']),
  total: amountSchema,
  paid: Type.Integer({ description: 'Charges less refunds' }),
  open: Type.Integer({ description: 'Still to be paid, of bookings that stand' }),
  currency: currencySchema,
  balanceDueOn: orNull(dateSchema),
  holdExpiresAt: orNull(momentSchema),
  createdAt: momentSchema,
});

export const bookingTotalsSchema = Type.Object({
  count: Type.Integer(),
  ended: Type.Integer({ description: 'How many of them are cancelled, declined, expired or released' }),
  total: Type.Integer({ description: 'The prices of all, also of those that ended' }),
  standing: Type.Integer({ description: 'The prices of those that did not end' }),
  paid: Type.Integer({ description: 'Charges less refunds' }),
  open: amountSchema,
  currency: currencySchema,
});

export const bookingListSchema = Type.Object({
  bookings: Type.Array(hostedBookingSchema),
  totals: orNull(bookingTotalsSchema, {
    description: 'Sums of all matching bookings, on every page; null if these are more than 1,000',
  }),
  page: Type.Integer(),
  limit: Type.Integer(),
});

const method = Type.Enum(['card', 'elsewhere'], { description: 'elsewhere: recorded by the hosts' });
const reference = orNull(Type.String(), { description: 'The card provider’s' });
const how = Type.String({ description: 'How it was paid elsewhere, or empty' });
const reasonText = Type.String({ description: 'The hosts’ words, or empty' });
export type BookingTotals = Static<typeof bookingTotalsSchema>;
export type BookingList = Static<typeof bookingListSchema>;

const { payments, refunds, can: _, address: __, access: ___, ...trip } = tripSchema.properties;

export const hostedDetailSchema = Type.Object({
  ...trip,
  source: hostedBookingSchema.properties.source,
  createdAt: momentSchema,
  hasCard: Type.Boolean({ description: 'Whether a card is stored that is charged without the guest' }),
  canChargeCard: Type.Boolean({
    description: 'Whether the guest agreed to later charges and a card is stored',
  }),
  can: Type.Array(
    Type.Enum([
      'approve',
      'decline',
      'move',
      'cancel',
      'refund',
      'message',
      'renew',
      'editGuest',
      'party',
      'charge',
    ]),
  ),
  payments: Type.Array(Type.Object({ ...payments.items.properties, method, reason: how, reference })),
  refunds: Type.Array(Type.Object({ ...refunds.items.properties, method, reason: reasonText, reference })),
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
      answerBy: orNull(momentSchema),
      isUnderReview: Type.Boolean({ description: 'The hosts have answered; the bank decides' }),
    }),
    { description: 'Payments that the guest’s bank reclaims, until that is decided' },
  ),
  refundable: Type.Integer({ description: 'Paid, and not refunded or on its way back' }),
  proposedRefund: Type.Integer({ description: 'What the policy gives back now' }),
  refundWhy: Type.String({ description: 'The reason of that in a sentence' }),
  address: Type.String({ description: 'As it is now; empty: none is set' }),
  access: Type.String({ description: 'How to get in, as it is now, without the code of this stay' }),
  accessCode: Type.String({ description: 'The code of this stay; empty: only the notes of the home' }),
  guestUrl: orNull(Type.String(), {
    description: 'The guest’s page with its key, of a guest without an e-mail address: for a text message',
  }),
  accessOn: Type.String({ format: 'date', description: 'From this day the guest may see all of it' }),
  accessSentAt: orNull(momentSchema, { description: 'When it was mailed' }),
  isAccessUndeliverable: Type.Boolean({
    description: 'A mail with it could not be delivered, and will not be: the guest may not have it',
  }),
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

export type HostedDetail = Static<typeof hostedDetailSchema>;

const filters = {
  status: described('Only those in this status', filter(choice(bookingStatuses, 'There is no such status'))),
  property: described('The slug of a home', filter(slug('There is no such home'))),
  from: described('Only stays that touch this day or a later one', filter(date('From'))),
  to: described('Only stays that touch this day or an earlier one', filter(date('To'))),
  endsBefore: described('Only stays whose check-out is before this day', filter(date('The day'))),
  search: described(
    'Each of these words is part of the code, the name or the address',
    optional(text('Search', { max: 200, tooLong: 'Please search for at most 200 characters' }), ''),
  ),
  sort: described(
    'latest: the latest stay first, as without it; arrival: the earliest stay first; newest: the last one booked first',
    optional(
      choice(bookingOrders, `There is no such order; there are ${bookingOrders.join(', ')}`),
      'latest',
    ),
  ),
};

const rules = {
  check: ({ from, to }: { from?: string; to?: string }) => ({
    to: from && to && to < from ? 'To must not be before from' : undefined,
  }),
  toError: (fields: FieldErrors) => new AppError('invalid', `${Object.values(fields)[0]}.`, { fields }),
};

const filterQuery = query(filters, rules);

const toFilter = ({
  status,
  property,
  from,
  to,
  endsBefore,
  search,
  sort,
}: Parsed<typeof filterQuery>): BookingFilter => ({
  status: status ?? null,
  property: property ?? null,
  from: from ?? null,
  to: to ?? null,
  endsBefore: endsBefore ?? null,
  terms: search.split(/\s+/).filter(Boolean),
  sort,
});

export const bookingFilter = converted(filterQuery, toFilter);

export const bookingListQuery = converted(
  query(
    {
      ...filters,
      page: described(
        'From 1',
        optional(wholeNumberText('The page must be a whole number, 1 or more', 1, 999_999), 1),
      ),
      limit: described(
        '50 if left out',
        optional(wholeNumberText('The limit must be from 1 to 200', 1, 200), 50),
      ),
    },
    rules,
  ),
  ({ page, limit, ...values }): { filter: BookingFilter; paging: BookingPage } => ({
    filter: toFilter(values),
    paging: { page, limit },
  }),
);

export type BookingFilterQuery = Sent<typeof bookingFilter>;
export type BookingListQuery = Sent<typeof bookingListQuery>;

const amount = cents('Please send an amount in minor units');
const reason = text('The reason', { max: 1000 });

export const declineRequest = body({ reason: optional(reason, '') });
export type DeclineRequest = Sent<typeof declineRequest>;

export const hostsCancelRequest = body({ refund: amount, reason: optional(reason, '') });
export type HostsCancelRequest = Sent<typeof hostsCancelRequest>;

export const refundRequest = body(
  {
    // The parser accepts zero, for which the check below has a better message than the schema.
    amount: { ...amount, schema: Type.Integer({ minimum: 1, description: 'In minor units' }) },
    // The parser accepts a missing reason, too, because the check below has a better message.
    reason: { ...described('Why, or how it was paid back', optional(reason, '')), isOptional: false },
    isPaidBack: described(
      'The hosts have paid it back themselves: nothing goes to the card',
      optional(flag('Must be true or false'), false),
    ),
  },
  {
    check: ({ amount, reason, isPaidBack }) => ({
      amount: amount === 0 ? 'Please say how much is refunded' : undefined,
      reason:
        reason === ''
          ? isPaidBack
            ? 'Please say how you paid it back'
            : 'Please say why you refund it'
          : undefined,
    }),
  },
);
export type RefundRequest = Parsed<typeof refundRequest>;
export type SentRefund = Sent<typeof refundRequest>;

export const accessCodeRequest = body({
  accessCode: described('Empty: none any more', text('The code', { max: 100 })),
});

export const messageRequest = body({
  text: text('A message', {
    max: 5000,
    missing: 'Please write what the guest should read',
    tooLong: 'A message has at most 5000 characters',
  }),
});
