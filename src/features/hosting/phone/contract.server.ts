import Type, { type Static } from 'typebox';
import { cents, described, filter, nullable, optional, text } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent, variants } from '../../../platform/http/shapes.server.ts';
import { amountSchema, currencySchema, orNull } from '../../../shared/value-schemas.server.ts';
import { stayRules } from '../../bookings/calendar/stay-fields.server.ts';
import { guestContact } from '../../bookings/checkout/contract.server.ts';
import {
  chosenExtras,
  quotedStayFields,
  quoteSchema,
  stayFields,
} from '../../bookings/quotes/contract.server.ts';
import { placedBookingSchema } from '../../bookings/record/placed-booking.schema.server.ts';

/** $100,000 a night. */
const maxNightlyCents = 10_000_000;

const nightly_cents = described(
  'The price of each night in place of the home’s; discounts do not apply',
  optional(cents('The price of a night must be an amount above 0, in minor units', 1, maxNightlyCents)),
);

/** A stay at a price that hosts may set. */
export const pricedStayFields = { ...stayFields, ...chosenExtras, nightly_cents };

/** A stay that hosts want to know the price of. */
export const hostedQuoteRequest = body({ ...quotedStayFields, ...chosenExtras, nightly_cents }, stayRules);
export type HostedQuoteRequest = Parsed<typeof hostedQuoteRequest>;
/** A stay that hosts book or offer. */
export type HostedStay = Sent<typeof hostedQuoteRequest>;

const { nights, lines, total, perNight, plans, calendarsCheckedAt, extras } = quoteSchema.properties;

export const hostedQuoteSchema = Type.Object({
  nights,
  lines,
  total,
  perNight,
  plans,
  calendarsCheckedAt,
  extras,
  currency: currencySchema,
  overrides: Type.Array(Type.String(), { description: 'Rules for guests that the hosts set aside' }),
});

export type HostedQuote = Static<typeof hostedQuoteSchema>;

const payment = variants(
  'kind',
  {
    elsewhere: {
      how: described(
        'Such as cash or a check',
        text('How it was paid', {
          max: 100,
          missing: 'Please say how it was paid, such as cash or a check',
          tooLong: 'Please say how it was paid, such as cash or a check',
        }),
      ),
      amount: described(
        'In minor units; may be part of the total',
        cents('Please say how much was paid, in minor units', 1),
      ),
    },
    link: {},
  },
  'Please choose how the stay is paid',
);

const email = described(
  'Without one nothing is mailed to the guest',
  nullable(filter(guestContact.email, ''), ''),
);
const phone = nullable(filter(guestContact.phone, ''), '');

const noContact = 'Please enter an e-mail address or a phone number';

const displayedTotal = described(
  'The total that was shown; 409 price_changed with the new total when it is another one now',
  optional(cents('Please send the total that you were shown, in minor units')),
);

/** A guest without an e-mail address is called. */
const contactErrors = ({ email, phone }: { email?: string; phone?: string }) =>
  email === '' && phone === '' ? { email: noContact, phone: noContact } : {};

/**
 * A stay that was agreed by phone, and how it is paid: there are no consents, all is paid at once, and one of e-mail address and
 * phone number suffices.
 */
export const phoneBookingRequest = body(
  { ...quotedStayFields, ...guestContact, email, phone, payment, total: displayedTotal },
  {
    ...stayRules,
    check: (values) => ({ ...stayRules.check(values), ...contactErrors(values) }),
    ignored: ['plan', 'agreed'],
  },
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
  payUrl: orNull(Type.String(), {
    description: 'The link in the guest’s mail; null where nothing is open',
  }),
});

export type PhoneBooking = Static<typeof phoneBookingSchema>;
