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

interface SearchedWords {
  words: string;
  /** The digits of a phone number; empty for other words. */
  digits: string;
  /** The words as a booking code (`readCode`); empty if they are too short for one. */
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

/** @param phones where digits are found, if not in the text itself */
function hasWords(
  text: RawBuilder<unknown>,
  search: string,
  phones: RawBuilder<unknown> = text,
): RawBuilder<boolean> {
  const { words, digits, code } = readSearch(search);
  const like = (where: RawBuilder<unknown>, one: string) => sql`${where} like search_pattern(${one})`;
  const matches = [like(text, words)];
  if (digits !== '') matches.push(like(phones, digits));
  if (code !== '') matches.push(like(text, code));
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** Whether a row of `bookings` has some words. */
export const bookingHas = (words: string): RawBuilder<boolean> => hasWords(bookingSearchText, words);

/** Whether a row of `inquiries` has some words. */
export const inquiryHas = (words: string): RawBuilder<boolean> => hasWords(inquirySearchText, words);

/** Whether a row of `messages` has some words. */
export const messageHas = (words: string): RawBuilder<boolean> => hasWords(messageText, words, messagePhones);

/** A column as a search reads it, and as its index has it. */
export const searchedText = (column: Pick<Column, 'name' | 'sql'>): string =>
  column.name === 'phone' ? `phone_digits(${column.sql})` : `fold_search(${column.sql})`;
