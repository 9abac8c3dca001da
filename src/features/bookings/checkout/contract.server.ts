import Type, { type Static } from 'typebox';
import {
  anyText,
  choice,
  constant,
  described,
  email,
  field,
  flag,
  nullable,
  optional,
  text,
} from '../../../platform/http/fields.server.ts';
import { body, record, type Sent } from '../../../platform/http/shapes.server.ts';
import type { placedBookingSchema } from '../record/placed-booking.schema.server.ts';

const maxNoteLength = 2000;
const notAgreed = 'Please agree to the house rules and the cancellation policy';

const toName = (message: string) => text('Name', { min: 2, max: 200, missing: message, tooLong: message });

/** A phone number has at least five digits. */
const toPhone = (message: string) =>
  field<string>(Type.String({ maxLength: 50, pattern: '\\d.*\\d.*\\d.*\\d.*\\d' }), message, {
    clean: (text) => text.trim(),
  });

const note = nullable(
  text('Note', {
    min: 0,
    max: maxNoteLength,
    missing: 'Note must be a text',
    tooLong: `Note cannot exceed ${maxNoteLength} characters`,
  }),
  '',
);

/** Who a stay is for, as guests say it. */
const contact = {
  name: toName('Please tell us your name'),
  email: email(),
  phone: toPhone('Please tell us a phone number where we can reach you'),
  note,
};

/** The same, as hosts enter it. */
export const guestContact = {
  ...contact,
  name: toName('Please enter the name of the guest'),
  phone: toPhone('Please enter a phone number with at least five digits'),
};

const agreed = record(
  {
    houseRules: constant(true, notAgreed),
    cancellation: constant(true, notAgreed),
    laterCharges: described(
      'A card may be charged for what the guest orders later',
      optional(flag('Later charges must be true or false')),
    ),
  },
  notAgreed,
  'Agreed has houseRules, cancellation and laterCharges only',
);

/** The guest who books a stay, and the payment plan. */
export const bookingDetails = {
  ...contact,
  plan: choice(['full', 'deposit'], 'Please choose how you want to pay'),
  agreed,
};

export const bookingRequest = body({
  quoteId: described('The id of a quote; 404 for any other', anyText('Please choose your dates first')),
  ...bookingDetails,
  source: described(
    'Only for a booking that began at a link with via=agent',
    optional(choice(['agent'], 'Source can only be agent')),
  ),
});

/** The guest who books a quoted stay, and the payment plan. */
export type BookingRequest = Sent<typeof bookingRequest>;

/** A new booking in the response to the browser that made it. */
export type PlacedBooking = Static<typeof placedBookingSchema>;
