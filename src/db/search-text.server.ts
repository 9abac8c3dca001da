import { type RawBuilder, sql } from 'kysely';
import { readCode } from '../shared/booking-code.ts';
import type { Column } from './tables.server.ts';

/** Where hosts look for a booking: its code, name, address and the digits of its phone, in the words of the index `bookings_search_text`. */
const bookingSearchText = sql`booking_search_text(bookings.code, bookings.name, bookings.email, bookings.phone)`;
/** As above, in those of `inquiries_search_text`. */
const inquirySearchText = sql`inquiry_search_text(inquiries.name, inquiries.email, inquiries.property_title, inquiries.phone)`;

const minDigits = 3;
const minCodeLength = 4;

interface SearchedWords {
  words: string;
  /** Of a phone number; empty for other words. */
  digits: string;
  /** As it may have been dictated; empty for words that are none. */
  code: string;
}

/** What a host may mean by some words: these, a phone number, or a code. */
export function readSearch(words: string): SearchedWords {
  const digits = /^[\d\s()+./-]+$/.test(words) ? words.replaceAll(/\D/g, '') : '';
  const code = readCode(words);
  return {
    words,
    digits: digits.length >= minDigits ? digits : '',
    code: code.length >= minCodeLength ? code : '',
  };
}

function hasWords(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const { words, digits, code } = readSearch(search);
  const meant = [words, digits, code].filter((one) => one !== '');
  return sql<boolean>`(${sql.join(
    meant.map((one) => sql`${text} like search_pattern(${one})`),
    sql` or `,
  )})`;
}

/** Whether a row of `bookings` has some words. */
export const bookingHas = (words: string): RawBuilder<boolean> => hasWords(bookingSearchText, words);

/** Whether a row of `inquiries` has some words. */
export const inquiryHas = (words: string): RawBuilder<boolean> => hasWords(inquirySearchText, words);

/** A column as a search reads it, and as its index has it. */
export const searchedText = (column: Pick<Column, 'name' | 'sql'>): string =>
  column.name === 'phone' ? `phone_digits(${column.sql})` : `fold_search(${column.sql})`;
