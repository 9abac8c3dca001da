import Type, { type Static } from 'typebox';
import {
  body,
  cents,
  described,
  type Field,
  filledText,
  optional,
  type Parsed,
  type Sent,
} from '../../../platform/http/fields.server.ts';
import type { FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { amountSchema, currencySchema } from '../../bookings/calendar/calendar.schema.server.ts';
import { stayRules } from '../../bookings/calendar/stay-fields.server.ts';
import { contact } from '../../bookings/checkout/contract.server.ts';
import { quotedStayFields, quoteSchema, stayFields } from '../../bookings/quotes/contract.server.ts';
import { placedBookingSchema } from '../../bookings/record/placed-booking.schema.server.ts';

/** $100,000 a night. */
const maxNightlyCents = 10_000_000;

const nightly_cents = described(
  'Of each night in place of the home’s price; without discounts',
  optional(cents('The price of a night must be an amount above 0, in minor units', 1, maxNightlyCents)),
);

/** A stay at a price that hosts may set. */
export const pricedStayFields = { ...stayFields, nightly_cents };

/** A stay that hosts want to know the price of. */
export const hostedQuoteRequest = body({ ...quotedStayFields, nightly_cents }, stayRules);
export type HostedQuoteRequest = Parsed<typeof hostedQuoteRequest>;
/** A stay that hosts book or offer. */
export type HostedStay = Sent<typeof hostedQuoteRequest>;

const { nights, lines, total, perNight, plans, calendarsCheckedAt } = quoteSchema.properties;

export const hostedQuoteSchema = Type.Object({
  nights,
  lines,
  total,
  perNight,
  plans,
  calendarsCheckedAt,
  currency: currencySchema,
  overrides: Type.Array(Type.String(), { description: 'Rules for guests that the hosts set aside' }),
});

export type HostedQuote = Static<typeof hostedQuoteSchema>;

const how = filledText('Please say how it was paid, such as cash or a check', 100);
const amount = cents('Please say how much was paid, in minor units', 1);

type Payment = { kind: 'elsewhere'; how: string; amount: number } | { kind: 'link' };

const payment: Field<Payment> = {
  schema: Type.Union([
    Type.Object({
      kind: Type.Literal('elsewhere'),
      how: described('Such as cash or a check', how).schema,
      amount: described('In minor units; may be part of the total', amount).schema,
    }),
    Type.Object({ kind: Type.Literal('link') }),
  ]),
  isOptional: false,
  error(value) {
    const { kind, ...others } = isRecord(value) ? value : {};
    if (kind !== 'elsewhere' && kind !== 'link') return 'Please choose how the stay is paid';
    const names = kind === 'link' ? [] : ['how', 'amount'];
    const errors: FieldErrors = {};
    for (const [name, sent] of Object.entries(others)) {
      if (!names.includes(name) && sent !== undefined) errors[name.slice(0, 60)] = 'There is no such field';
    }
    if (kind === 'elsewhere') {
      const problems = { how: how.error(others.how), amount: amount.error(others.amount) };
      for (const [name, problem] of Object.entries(problems))
        if (typeof problem === 'string') errors[name] = problem;
    }
    return Object.keys(errors).length > 0 ? errors : null;
  },
  parse(value) {
    const sent = value as Payment;
    if (sent.kind === 'link') return { kind: 'link' };
    return { kind: 'elsewhere', how: how.parse(sent.how), amount: sent.amount };
  },
};

/** A stay that was agreed by phone, and how it is paid: nobody ticks a box, and all is paid at once. */
export const phoneBookingRequest = body(
  { ...quotedStayFields, ...contact, payment },
  { ...stayRules, ignored: ['plan', 'agreed'] },
);
export type PhoneBookingRequest = Parsed<typeof phoneBookingRequest>;
export type NewPhoneBooking = Sent<typeof phoneBookingRequest>;

const { code, key, status, holdExpiresAt, checkoutUrl } = placedBookingSchema.properties;

export const phoneBookingSchema = Type.Object({
  code,
  key,
  status,
  holdExpiresAt,
  checkoutUrl,
  total: amountSchema,
  currency: currencySchema,
  paid: amountSchema,
  due: amountSchema,
  payUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'The link in the guest’s mail; null where nothing is open',
  }),
});

export type PhoneBooking = Static<typeof phoneBookingSchema>;
