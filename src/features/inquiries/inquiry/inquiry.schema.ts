import type { Static } from 'typebox';
import { anyProperty } from '../../../shared/any-property.ts';
import { choice, form, integer, optionalText, text } from '../../../shared/forms/field-builders.ts';
import { maxGuests } from './stay-from-url.ts';

/**
 * The contact form, formId `booking_inquiry`. What no single field can say is in `forms/inquiry-dates.ts`.
 * @param propertyTitles titles of the listed properties, in the order shown
 */
export const bookingInquirySchema = (propertyTitles: readonly string[]) =>
  form(
    {
      name: text({ title: 'Name', minLength: 2, maxLength: 100 }),
      email: text({ title: 'Email', format: 'email', maxLength: 254 }),
      phone: optionalText({ title: 'Phone', maxLength: 40 }),
      property: choice<string>([...new Set([...propertyTitles, anyProperty])], { title: 'Property' }),
      checkin: text({ title: 'Check-in', format: 'date' }),
      checkout: text({ title: 'Check-out', format: 'date' }),
      guests: integer({ title: 'Guests', minimum: 1, maximum: maxGuests }),
      message: optionalText({ title: 'Message', maxLength: 5000, multiline: true }),
    },
    { title: 'Booking Inquiry', description: 'Ask the hosts about a stay' },
  );

export type BookingInquiry = Static<ReturnType<typeof bookingInquirySchema>>;
