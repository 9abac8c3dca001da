import Type from 'typebox';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../calendar/calendar.schema.server.ts';
import { bookingRequestSchema } from '../checkout/checkout.schema.server.ts';
import { hostedQuoteRequestSchema } from '../phone/phone.schema.server.ts';
import { quoteSchema } from '../quotes/quote.schema.server.ts';

const { promoCode: _, ...stay } = hostedQuoteRequestSchema.properties;

export const offerRequestSchema = Type.Object(
  {
    ...stay,
    inquiryId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Its sender gets the offer by mail' }),
    ),
    email: Type.Optional(Type.String({ format: 'email', description: 'Gets the offer by mail' })),
    expiresAt: momentSchema,
    holdNights: Type.Optional(
      Type.Boolean({ description: 'Keep the nights until then; false when left out' }),
    ),
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'To the guest' })),
  },
  { additionalProperties: false },
);

const offerStateSchema = Type.Enum(['open', 'booked', 'withdrawn', 'expired', 'taken']);

const { property, checkin, checkout, guests, pets } = quoteSchema.properties;

export const hostedOfferSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  token: Type.String({ description: 'Secret: whoever has it may book the offer' }),
  url: Type.String({ description: 'The guest’s page' }),
  state: offerStateSchema,
  property: Type.Object({ slug: Type.String(), title: Type.String() }),
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  total: amountSchema,
  currency: currencySchema,
  email: Type.String(),
  note: Type.String(),
  inquiryId: Type.Union([Type.String(), Type.Null()]),
  areNightsHeld: Type.Boolean(),
  expiresAt: momentSchema,
  createdAt: momentSchema,
  createdBy: Type.String(),
  bookingCode: Type.Union([Type.String(), Type.Null()], { description: 'Of what came of it' }),
});

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
  bookingCode: Type.Union([Type.String(), Type.Null()], { description: 'For the browser that booked it' }),
});

const { name, email, phone, plan, agreed, note } = bookingRequestSchema.properties;
export const acceptOfferSchema = Type.Object(
  { name, email, phone, plan, agreed, note },
  { additionalProperties: false },
);
