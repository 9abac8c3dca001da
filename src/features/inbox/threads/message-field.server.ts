import { cleanedText } from '../../../platform/http/fields.server.ts';
import { toFieldErrors } from '../../../shared/errors.ts';
import { maxMessageLength } from './thread.ts';

/** The text of a message: unified line breaks, without control characters. */
export const messageText = cleanedText('A message', {
  max: maxMessageLength,
  missing: 'Please write a message',
  tooLong: `A message has at most ${maxMessageLength} characters`,
});

/** @throws AppError `invalid` with `fields` */
export function parseMessageText(input: string): string {
  const error = messageText.error(input);
  if (typeof error === 'string') throw toFieldErrors({ text: error });
  return messageText.parse(input);
}
