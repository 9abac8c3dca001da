import { type RawBuilder, sql } from 'kysely';
import { readCode } from '../shared/booking-code.ts';
import type { Column } from './tables.server.ts';

/** A booking's searched text; the same expression as in the index `bookings_search_text`. */
const bookingSearchText = sql`booking_search_text(bookings.code, bookings.name, bookings.email, bookings.phone)`;
/** An inquiry's searched text; the same expression as in the index `inquiries_search_text`. */
const inquirySearchText = sql`inquiry_search_text(inquiries.name, inquiries.email, inquiries.property_title, inquiries.phone)`;
/** A message's words and phones; the same expressions as in the indexes `messages_words` and `messages_phones`. */
const messageText = sql`fold_search(messages.text)`;
const messagePhones = sql`phones_in(messages.text)`;

const minDigits = 3;
const minCodeLength = 4;

interface ParsedSearch {
  text: string;
  /** The digits of a phone number; empty for other text. */
  digits: string;
  /** The text as a booking code (`readCode`); empty if it is too short for one. */
  code: string;
}

/** Parses a host's search as text, as a phone number and as a booking code. */
export function readSearch(text: string): ParsedSearch {
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  const code = readCode(text);
  return {
    text,
    digits: digits.length >= minDigits ? digits : '',
    code: code.length >= minCodeLength ? code : '',
  };
}

/** @param phones the SQL in which digits are searched; the column's own if left out */
function matchesSearch(
  column: RawBuilder<unknown>,
  search: string,
  phones: RawBuilder<unknown> = column,
): RawBuilder<boolean> {
  const { text, digits, code } = readSearch(search);
  const like = (where: RawBuilder<unknown>, one: string) => sql`${where} like search_pattern(${one})`;
  const matches = [like(column, text)];
  if (digits !== '') matches.push(like(phones, digits));
  if (code !== '') matches.push(like(column, code));
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** Whether a row of `bookings` matches a search. */
export const bookingHas = (search: string): RawBuilder<boolean> => matchesSearch(bookingSearchText, search);

/** Whether a row of `inquiries` matches a search. */
export const inquiryHas = (search: string): RawBuilder<boolean> => matchesSearch(inquirySearchText, search);

/** Whether a row of `messages` matches a search. */
export const messageHas = (search: string): RawBuilder<boolean> =>
  matchesSearch(messageText, search, messagePhones);

/** The SQL expression of a column that its search and its index share. */
export const searchedText = (column: Pick<Column, 'name' | 'sql'>): string =>
  column.name === 'phone' ? `phone_digits(${column.sql})` : `fold_search(${column.sql})`;
