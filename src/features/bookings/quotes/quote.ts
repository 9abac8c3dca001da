import type { Static } from 'typebox';
import { objectWith } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import { stayErrors, toStayError } from '../calendar/calendar.ts';
import type { quoteRequestSchema, quoteSchema } from './quote.schema.server.ts';

/** A price with its lines; it never changes. */
export type Quote = Static<typeof quoteSchema>;

export type QuoteRequest = Static<typeof quoteRequestSchema> & { pets: number };

type BareQuote = Omit<Quote, 'guests' | 'pets' | 'graceHours'>;

/** Reads a quote for a party, which a bare answer leaves out, as it does the hours of grace. */
export const parseQuoteFor = ({ guests, pets }: Pick<Quote, 'guests' | 'pets'>) =>
  objectWith<BareQuote, Quote>({ guests, pets, graceHours: 0 });

export const parseQuote = parseQuoteFor({ guests: 1, pets: 0 });

/** How long a quote can be booked at its price. */
export const quoteLifetimeMs = 30 * 60_000;

const names = ['property', 'checkin', 'checkout', 'guests', 'pets', 'promoCode'];
const maxCodeLength = 40;

/** `pets` may be left out, and an empty code is none. */
export function parseQuoteRequest(input: unknown): QuoteRequest {
  const body = isRecord(input) ? input : {};
  const { property, checkin, checkout, guests, pets = 0, promoCode } = body;
  const fields = { ...unstorableFields(body), ...stayErrors({ checkin, checkout, guests, pets }) };
  if (typeof property !== 'string' || property === '') fields.property = 'Please choose a home';
  if (promoCode !== undefined && (typeof promoCode !== 'string' || promoCode.length > maxCodeLength))
    fields.promoCode = 'Promotion code is not valid';
  for (const name of Object.keys(body)) {
    if (!names.includes(name)) fields[name.slice(0, 60)] = 'There is no such field';
  }
  if (Object.keys(fields).length > 0) throw toStayError(fields);
  const code = typeof promoCode === 'string' ? promoCode.trim() : '';
  const stay = { property, checkin, checkout, guests, pets } as QuoteRequest;
  return code === '' ? stay : { ...stay, promoCode: code };
}
