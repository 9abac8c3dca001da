import Type, { type Static } from 'typebox';
import {
  body,
  choice,
  described,
  email,
  type Field,
  field,
  optional,
  type Sent,
} from '../../../platform/http/fields.server.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { placedBookingSchema } from '../record/placed-booking.schema.server.ts';

const [minNameLength, maxNameLength] = [2, 200];
const maxPhoneLength = 50;
const maxNoteLength = 2000;

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const name = field<string>(
  Type.String({ minLength: minNameLength, maxLength: maxNameLength }),
  'Please tell us your name',
  (value) => trimmed(value).length >= minNameLength && trimmed(value).length <= maxNameLength,
  trimmed,
);

const phone = field<string>(
  Type.String({ maxLength: maxPhoneLength }),
  'Please tell us a phone number where we can reach you',
  (value) => /\d.*\d.*\d.*\d.*\d/.test(trimmed(value)) && trimmed(value).length <= maxPhoneLength,
  trimmed,
);

const note: Field<string> = {
  schema: Type.String({ maxLength: maxNoteLength }),
  isOptional: false,
  error(value) {
    if (typeof (value ?? '') !== 'string') return 'Note must be a text';
    return trimmed(value).length > maxNoteLength ? `Note cannot exceed ${maxNoteLength} characters` : null;
  },
  parse: trimmed,
};

/** Who a stay is for. */
export const contact = { name, email: email(), phone, note: optional(note, '') };

const agreed: Field<{ houseRules: true; cancellation: true }> = {
  schema: Type.Object({ houseRules: Type.Literal(true), cancellation: Type.Literal(true) }),
  isOptional: false,
  error(value) {
    const { houseRules, cancellation, ...others } = isRecord(value) ? value : {};
    if (houseRules !== true || cancellation !== true)
      return 'Please agree to the house rules and the cancellation policy';
    return Object.keys(others).length > 0 ? 'Agreed has houseRules and cancellation only' : null;
  },
  parse: () => ({ houseRules: true, cancellation: true }),
};

/** Who books a stay, and how it is to be paid. */
export const bookingDetails = {
  ...contact,
  plan: choice(['full', 'deposit'], 'Please choose how you want to pay'),
  agreed,
};

export const bookingRequest = body({
  // An id without a quote is rejected by the action, which loads it.
  quoteId: field<string>(
    Type.String({ format: 'uuid' }),
    'Please choose your dates first',
    (value) => typeof value === 'string',
  ),
  ...bookingDetails,
  source: described(
    'Of a booking that began at a link with via=agent',
    optional(choice(['agent'], 'Source can only be agent')),
  ),
});

/** Who books a quoted stay, and how it is to be paid. */
export type BookingRequest = Sent<typeof bookingRequest>;

/** A booking as the browser that made it learns of it. */
export type PlacedBooking = Static<typeof placedBookingSchema>;
