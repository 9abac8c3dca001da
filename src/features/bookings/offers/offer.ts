import type { Static } from 'typebox';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { parseBookingRequest } from '../checkout/booking-request.ts';
import { hostedStayErrors, nightlyError, requireNone } from '../phone/phone-booking.ts';
import type {
  acceptOfferSchema,
  hostedOfferSchema,
  offerRequestSchema,
  offerSchema,
} from './offer.schema.server.ts';

/** A price that hosts make for one guest. */
export type OfferRequest = Omit<Static<typeof offerRequestSchema>, 'expiresAt'> & {
  pets: number;
  expiresAt: Date;
};

export type HostedOffer = Static<typeof hostedOfferSchema>;

export type Offer = Static<typeof offerSchema>;
export type OfferState = Offer['state'];

export type AcceptRequest = Static<typeof acceptOfferSchema>;

interface OfferFacts {
  withdrawn_at: Date | null;
  expires_at: Date;
  /** The booking that keeps its nights, or came of it. */
  booking: { status: BookingStatus; hold_expires_at: Date | null; email: string } | null;
}

/** @param areNightsFree but for its own booking: another channel may sell nights that it holds */
export function offerState(
  { withdrawn_at, expires_at, booking }: OfferFacts,
  areNightsFree: boolean,
  now: Date,
): OfferState {
  if (booking?.status === 'confirmed' || booking?.status === 'cancelled') return 'booked';
  if (withdrawn_at) return 'withdrawn';
  // A guest who is paying has until the end of the hold.
  const isPaying =
    booking?.status === 'held' && (booking.hold_expires_at ?? now) > now && booking.email !== '';
  if (expires_at <= now && !isPaying) return 'expired';
  return areNightsFree ? 'open' : 'taken';
}

const names = [
  'property',
  'checkin',
  'checkout',
  'guests',
  'pets',
  'nightly_cents',
  'inquiryId',
  'email',
  'expiresAt',
  'holdNights',
  'note',
];
const maxNoteLength = 2000;
const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export function parseOfferRequest(input: unknown): OfferRequest {
  const body = isRecord(input) ? input : {};
  const { inquiryId, email, expiresAt, holdNights, note = '' } = body;
  const fields: FieldErrors = { ...hostedStayErrors(body), ...nightlyError(body.nightly_cents) };
  const isMoment = typeof expiresAt === 'string' && momentPattern.test(expiresAt);
  const expires = new Date(isMoment ? expiresAt : Number.NaN);
  const address = typeof email === 'string' ? canonicalEmail(email) : null;
  if (inquiryId !== undefined && (typeof inquiryId !== 'string' || !isUuid(inquiryId)))
    fields.inquiryId = 'There is no such inquiry';
  if (email !== undefined && address === null) fields.email = 'Email is not a valid email';
  if (Number.isNaN(expires.getTime())) fields.expiresAt = 'Please say until when the offer stands';
  if (holdNights !== undefined && typeof holdNights !== 'boolean')
    fields.holdNights = 'Hold nights must be true or false';
  if (typeof note !== 'string' || note.length > maxNoteLength)
    fields.note = `Note is a text of at most ${maxNoteLength} characters`;
  requireNone(fields, body, names);
  return {
    pets: 0,
    ...body,
    note: (note as string).trim(),
    expiresAt: expires,
    ...(address === null ? {} : { email: address }),
  } as OfferRequest;
}

export function parseAcceptRequest(input: unknown): AcceptRequest {
  if (isRecord(input) && 'quoteId' in input)
    throw new AppError('invalid', 'There is no such field', {
      fields: { quoteId: 'There is no such field' },
    });
  const { quoteId: _, ...request } = parseBookingRequest({ ...(isRecord(input) ? input : {}), quoteId: '' });
  return request;
}
