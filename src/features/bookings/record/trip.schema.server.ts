import Type, { type Static } from 'typebox';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  idSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { quoteSchema } from '../quotes/contract.server.ts';
import { arrivalDetailsSchema } from './arrival-details.server.ts';
import { placedBookingSchema } from './placed-booking.schema.server.ts';

const { code, status } = placedBookingSchema.properties;

const stay = {
  code,
  status,
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  total: amountSchema,
  currency: currencySchema,
  holdExpiresAt: orNull(momentSchema),
};

const agreedSchema = Type.Object(
  {
    houseRules: Type.Optional(Type.String()),
    cancellation: Type.Optional(
      Type.Object({
        name: Type.String(),
        steps: Type.Array(Type.Object({ days_before: Type.Integer(), refund_percent: Type.Integer() })),
        graceHours: Type.Integer(),
      }),
    ),
    laterCharges: Type.Optional(
      Type.String({
        description: 'That a card may be charged for what is ordered later; left out without it',
      }),
    ),
    at: Type.Optional(momentSchema),
    by: Type.Optional(Type.Literal('phone', { description: 'Agreed with the hosts, who booked it' })),
  },
  { description: 'Word for word what the guest agreed to; empty for an offer that is not booked yet' },
);

export const addedExtraSchema = Type.Object({
  id: idSchema,
  label: Type.String(),
  quantity: Type.Integer(),
  amount: Type.Integer({ description: 'The price without taxes' }),
  taxes: Type.Integer({ description: 'The amount by which it raises the taxes of the whole bill' }),
  total: amountSchema,
  status: Type.Enum(['included', 'asked', 'open', 'paid', 'declined', 'withdrawn', 'refunded'], {
    description: 'included: in the price that was booked; asked: the hosts decide; open: not paid yet',
  }),
  isCharge: Type.Boolean({ description: 'Whether hosts charged it; otherwise the guest ordered it' }),
  isDueAlone: Type.Boolean({
    description: 'Whether it is due separately, not with a balance that is still to come',
  }),
  canWithdraw: Type.Boolean(),
  reason: Type.Optional(Type.String({ description: 'The reason that the hosts gave' })),
});

const payment = Type.Object({ amount: amountSchema, at: momentSchema });

export const tripSchema = Type.Object({
  ...stay,
  checkInFrom: Type.String({ description: 'By the home’s clock, such as 16:00' }),
  checkOutUntil: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  note: Type.String(),
  plan: Type.Enum(['full', 'deposit']),
  quote: quoteSchema,
  promoCode: Type.Optional(
    Type.String({ description: 'The promotion code of the quote; left out without one' }),
  ),
  chosenExtras: Type.Optional(
    Type.Array(Type.Object({ id: idSchema, quantity: Type.Integer() }), {
      description:
        'The extras that were chosen while booking, as a new quote takes them; left out without any',
    }),
  ),
  agreed: agreedSchema,
  payments: Type.Array(payment),
  refunds: Type.Array(
    Type.Object({
      amount: amountSchema,
      at: momentSchema,
      status: Type.Enum(['pending', 'done'], { description: 'pending: on its way to the card provider' }),
    }),
  ),
  paid: Type.Integer({ description: 'Charges less refunds' }),
  due: Type.Integer({ description: 'What can be paid now or is charged later' }),
  dueOn: orNull(dateSchema),
  payNow: Type.Integer({
    description:
      'What of it the next payment page is for: a charge alone, before a balance that is still to come',
  }),
  isPaymentProcessing: Type.Boolean({ description: 'A delayed payment is on its way' }),
  isPaymentOpen: Type.Boolean({
    description:
      'A payment page may be paid, or a charge is being made: what is paid may change at any moment',
  }),
  confirmationMail: Type.Optional(
    Type.Enum(['on_its_way', 'failed'], {
      description: 'What became of the mail that confirms the stay, for a day; left out where none was sent',
    }),
  ),
  isOfferWithdrawn: Type.Boolean({ description: 'The hosts took the offer back that it came of' }),
  can: Type.Array(
    Type.Enum(['pay', 'release', 'cancel', 'message', 'askForChange', 'confirmEmail', 'add_extras']),
  ),
  address: Type.Optional(Type.String({ description: 'From 3 days before arrival' })),
  access: Type.Optional(
    Type.String({
      description:
        'How to get in, with the code of this stay; from 3 days before arrival to the end of the check-out day',
    }),
  ),
  wifi: Type.Optional(
    Type.Object(
      {
        name: Type.String(),
        password: Type.String({ description: 'Empty: the network is open' }),
      },
      { description: 'From 3 days before arrival to the end of the check-out day' },
    ),
  ),
  arrivalDetails: arrivalDetailsSchema,
  companions: Type.Array(Type.Object({ id: idSchema, name: Type.String(), createdAt: momentSchema }), {
    description: 'The companions who have a link of their own to the stay',
  }),
  extras: Type.Array(addedExtraSchema, { description: 'What was added to the stay, the oldest first' }),
  confirmedAt: orNull(momentSchema),
  cancelledAt: orNull(momentSchema),
  now: Type.String({
    format: 'date-time',
    description: 'When this was read, for clients whose clock is wrong',
  }),
});

export type Trip = Static<typeof tripSchema>;

export const tripSummarySchema = Type.Object({
  ...stay,
  isPast: Type.Boolean(),
  confirmedAt: orNull(momentSchema),
});

export type TripSummary = Static<typeof tripSummarySchema>;

export const cancellationSchema = Type.Object({
  refund: amountSchema,
  currency: currencySchema,
  percent: Type.Integer({ description: 'The part of the rent and of the other fees that is refunded' }),
  rentAndFees: amountSchema,
  cleaningAndPets: amountSchema,
  extras: Type.Integer({
    description: 'The refund of what was added to the stay: all of it before the check-in day, nothing after',
  }),
  taxes: amountSchema,
  paid: amountSchema,
  why: Type.String({ description: 'The reason in a sentence' }),
});

export type CancellationFigure = Static<typeof cancellationSchema>;
