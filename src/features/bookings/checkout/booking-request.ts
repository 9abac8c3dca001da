import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import type { placedBookingSchema } from '../record/placed-booking.schema.server.ts';
import type { bookingRequestSchema } from './checkout.schema.server.ts';

/** Who books a quoted stay, and how it is to be paid; `parseBookingRequest` checks it. */
export type BookingRequest = Static<typeof bookingRequestSchema>;

/** A booking as the browser that made it learns of it. */
export type PlacedBooking = Static<typeof placedBookingSchema>;

const names = ['quoteId', 'name', 'email', 'phone', 'plan', 'agreed', 'note'];
const maxLength = { name: 200, phone: 50, note: 2000 };

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export type Contact = Record<'name' | 'email' | 'phone' | 'note', string>;

/** Reads who a stay is for; what is wrong with it is in `fields`. */
export function parseContact(body: Record<string, unknown>): { contact: Contact; fields: FieldErrors } {
  const fields: FieldErrors = {};
  const [name, phone, note] = [text(body.name), text(body.phone), text(body.note)];
  const email = canonicalEmail(text(body.email));
  if (name.length < 2 || name.length > maxLength.name) fields.name = 'Please tell us your name';
  if (email === null) fields.email = 'Email is not a valid email';
  if (!/\d.*\d.*\d.*\d.*\d/.test(phone) || phone.length > maxLength.phone)
    fields.phone = 'Please tell us a phone number where we can reach you';
  if (typeof (body.note ?? '') !== 'string') fields.note = 'Note must be a text';
  if (note.length > maxLength.note) fields.note = `Note cannot exceed ${maxLength.note} characters`;
  return { contact: { name, email: email ?? '', phone, note }, fields };
}

export function parseBookingRequest(input: unknown): BookingRequest {
  const body = isRecord(input) ? input : {};
  const { contact, fields: contactFields } = parseContact(body);
  const fields: FieldErrors = unstorableFields(body);
  if (typeof body.quoteId !== 'string') fields.quoteId = 'Please choose your dates first';
  Object.assign(fields, contactFields);
  if (body.plan !== 'full' && body.plan !== 'deposit') fields.plan = 'Please choose how you want to pay';
  const agreed = isRecord(body.agreed) ? body.agreed : {};
  if (agreed.houseRules !== true || agreed.cancellation !== true)
    fields.agreed = 'Please agree to the house rules and the cancellation policy';
  else if (Object.keys(agreed).length > 2) fields.agreed = 'Agreed has houseRules and cancellation only';
  for (const key of Object.keys(body)) {
    if (!names.includes(key)) fields[key.slice(0, 60)] = 'There is no such field';
  }
  const [problem] = Object.values(fields);
  if (problem !== undefined) throw new AppError('invalid', problem, { fields });
  return {
    quoteId: body.quoteId as BookingRequest['quoteId'],
    plan: body.plan as BookingRequest['plan'],
    ...contact,
    agreed: { houseRules: true, cancellation: true },
  };
}
