import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../calendar/calendar.schema.server.ts';
import { placedBookingSchema } from '../checkout/checkout.schema.server.ts';
import { tripSchema } from '../trips/trip.schema.server.ts';

const { code, status } = placedBookingSchema.properties;

export const hostedBookingSchema = Type.Object({
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
  currency: currencySchema,
  balanceDueOn: Type.Union([dateSchema, Type.Null()]),
  holdExpiresAt: Type.Union([momentSchema, Type.Null()]),
  createdAt: momentSchema,
});

export const hostedDetailSchema = Type.Object({
  ...tripSchema.properties,
  proposedRefund: Type.Integer({ description: 'What the policy gives back now' }),
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
  { refund: amountSchema, reason },
  { additionalProperties: false },
);
export const hostsRefundSchema = Type.Object(
  { amount: amountSchema, reason },
  { additionalProperties: false },
);

const changing: Pick<Description, 'answer' | 'refusals'> = {
  answer: hostedDetailSchema,
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict', 'unavailable'],
};

export const hostingDescriptions = {
  list: {
    summary: 'All bookings, the latest stay first',
    query: { status: { schema: status, description: 'Only those in this status' } },
    answer: Type.Array(hostedBookingSchema),
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
} satisfies Record<string, Description>;
