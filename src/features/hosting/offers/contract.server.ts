import Type, { type Static } from 'typebox';
import {
  described,
  email,
  field,
  flag,
  optional,
  orNullField,
  text,
  uuid,
} from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  idSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { stayRules } from '../../bookings/calendar/stay-fields.server.ts';
import { bookingDetails } from '../../bookings/checkout/contract.server.ts';
import { quoteSchema } from '../../bookings/quotes/contract.server.ts';
import { pricedStayFields } from '../phone/contract.server.ts';

/** The seconds of a moment may be left out. */
const withSeconds = (moment: string): string =>
  moment.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?=Z$|[+-])/, '$1:00');

/** A price that hosts make for one guest. */
export const offerRequest = body(
  {
    ...pricedStayFields,
    inquiryId: described('Its sender gets the offer by mail', optional(uuid('There is no such inquiry'))),
    email: described(
      'Gets the offer by mail; null: nobody does, although there is an inquiry',
      optional(orNullField(email())),
    ),
    expiresAt: field<Date, string>(momentSchema, 'Please say until when the offer stands', {
      clean: withSeconds,
      parse: (text: string) => new Date(text),
    }),
    holdNights: described(
      'Keep the nights until then; false when left out',
      optional(flag('Hold nights must be true or false')),
    ),
    note: described('To the guest', optional(text('Note', { max: 2000 }), '')),
  },
  stayRules,
);
export type OfferRequest = Parsed<typeof offerRequest>;
export type NewOffer = Sent<typeof offerRequest>;

const offerStateSchema = Type.Enum(['open', 'booked', 'withdrawn', 'expired', 'taken']);

const { property, checkin, checkout, guests, pets } = quoteSchema.properties;

export const hostedOfferSchema = Type.Object({
  id: idSchema,
  token: Type.String({ description: 'Secret: whoever has it may book the offer' }),
  url: Type.String({ description: 'The guest’s page' }),
  state: offerStateSchema,
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  total: amountSchema,
  currency: currencySchema,
  email: Type.String(),
  note: Type.String(),
  inquiryId: orNull(Type.String()),
  areNightsHeld: Type.Boolean(),
  expiresAt: momentSchema,
  createdAt: momentSchema,
  createdBy: Type.String(),
  bookingCode: orNull(Type.String(), { description: 'The code of the booking that it led to' }),
});

export type HostedOffer = Static<typeof hostedOfferSchema>;

export const offerSchema = Type.Object({
  state: offerStateSchema,
  property,
  title: Type.String(),
  checkin,
  checkout,
  guests,
  pets,
  quote: quoteSchema,
  note: Type.String(),
  areNightsHeld: Type.Boolean(),
  expiresAt: momentSchema,
  bookingCode: orNull(Type.String(), { description: 'For the browser that booked it' }),
});

export type Offer = Static<typeof offerSchema>;
export type OfferState = Offer['state'];

export const acceptRequest = body(bookingDetails);
export type AcceptRequest = Sent<typeof acceptRequest>;
