import { toFieldErrors } from '../../../shared/errors.ts';
import { maxMessageLength } from './thread.ts';

/** Neither line breaks nor tabs, nor what turns the direction of writing around. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a person or a mail: unified line breaks, no control characters, no half characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim();

/** @returns a message, or null for what can be sent */
export function messageTextError(input: unknown): string | null {
  const text = typeof input === 'string' ? cleanText(input) : '';
  if (text === '') return 'Please write a message';
  return text.length > maxMessageLength ? `A message has at most ${maxMessageLength} characters` : null;
}

/** @throws AppError `invalid` with `fields` */
export function parseMessageText(input: string): string {
  const error = messageTextError(input);
  if (error !== null) throw toFieldErrors({ text: error });
  return cleanText(input);
}
