import type { Static } from 'typebox';
import type { FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import { stayErrors, toStayError } from '../calendar/calendar.ts';
import { parseContact } from '../checkout/booking-request.ts';
import type {
  hostedQuoteRequestSchema,
  hostedQuoteSchema,
  phoneBookingRequestSchema,
  phoneBookingSchema,
} from './phone.schema.server.ts';

/** A stay that hosts want to know the price of. */
export type HostedQuoteRequest = Static<typeof hostedQuoteRequestSchema> & { pets: number };
export type HostedQuote = Static<typeof hostedQuoteSchema>;

/** A stay that was agreed by phone, and how it is paid. */
export type PhoneBookingRequest = Static<typeof phoneBookingRequestSchema> & { pets: number; note: string };
export type PhoneBooking = Static<typeof phoneBookingSchema>;
type Payment = PhoneBookingRequest['payment'];

const stayNames = ['property', 'checkin', 'checkout', 'guests', 'pets', 'promoCode'];
const maxCodeLength = 40;
const maxHowLength = 100;
/** $100,000 a night. */
const maxNightlyCents = 10_000_000;

export function hostedStayErrors(body: Record<string, unknown>): FieldErrors {
  const { checkin, checkout, guests, pets = 0, property, promoCode } = body;
  const fields = stayErrors({ checkin, checkout, guests, pets });
  if (typeof property !== 'string' || property === '') fields.property = 'Please choose a home';
  if (promoCode !== undefined && (typeof promoCode !== 'string' || promoCode.length > maxCodeLength))
    fields.promoCode = 'Promotion code is not valid';
  return fields;
}

export const nightlyError = (nightly: unknown): FieldErrors =>
  nightly === undefined ||
  (Number.isSafeInteger(nightly) && (nightly as number) > 0 && (nightly as number) <= maxNightlyCents)
    ? {}
    : { nightly_cents: 'The price of a night must be an amount above 0, in minor units' };

export function requireNone(fields: FieldErrors, body: object, names: readonly string[]): void {
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  const all = { ...unstorableFields(body), ...fields };
  for (const name of unknown) all[name.slice(0, 60)] = 'There is no such field';
  if (Object.keys(all).length > 0) throw toStayError(all);
}

const withoutEmptyCode = ({ promoCode }: Record<string, unknown>) => {
  const code = typeof promoCode === 'string' ? promoCode.trim() : '';
  return code === '' ? { promoCode: undefined } : { promoCode: code };
};

export function parseHostedQuoteRequest(input: unknown): HostedQuoteRequest {
  const body = isRecord(input) ? input : {};
  const fields = { ...hostedStayErrors(body), ...nightlyError(body.nightly_cents) };
  requireNone(fields, body, [...stayNames, 'nightly_cents']);
  return { pets: 0, ...body, ...withoutEmptyCode(body) } as HostedQuoteRequest;
}

/** What a guest's own booking has beside: on the phone nobody ticks a box, and all is paid at once. */
const guestsOwn = ['plan', 'agreed'];

export function parsePhoneBookingRequest(input: unknown): PhoneBookingRequest {
  const body = isRecord(input) ? input : {};
  const { contact, fields: contactFields } = parseContact(body);
  const payment = isRecord(body.payment) ? body.payment : {};
  const fields = { ...hostedStayErrors(body), ...contactFields, ...paymentErrors(payment) };
  requireNone(fields, body, [...stayNames, 'name', 'email', 'phone', 'note', 'payment', ...guestsOwn]);
  const { plan: _, agreed: __, ...others } = body;
  return {
    pets: 0,
    ...others,
    ...withoutEmptyCode(body),
    ...contact,
    payment: (payment.kind === 'link'
      ? { kind: 'link' }
      : { ...payment, how: String(payment.how).trim() }) as Payment,
  } as PhoneBookingRequest;
}

function paymentErrors(payment: Record<string, unknown>): FieldErrors {
  const { kind, how, amount, ...others } = payment;
  if (kind !== 'elsewhere' && kind !== 'link') return { payment: 'Please choose how the stay is paid' };
  const [unknown] = Object.keys(kind === 'link' ? { ...others, ...pick({ how, amount }) } : others);
  const fields: FieldErrors = {};
  if (unknown !== undefined) fields[unknown.slice(0, 60)] = 'There is no such field';
  if (kind === 'link') return fields;
  if (typeof how !== 'string' || how.trim() === '' || how.length > maxHowLength)
    fields.how = 'Please say how it was paid, such as cash or a check';
  if (!Number.isSafeInteger(amount) || (amount as number) < 1)
    fields.amount = 'Please say how much was paid, in minor units';
  return fields;
}

const pick = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
