import Type from 'typebox';
import type { Field } from '../../../platform/http/fields.server.ts';
import { cleanText } from './message-text.ts';
import { maxMessageLength } from './thread.ts';

/** The text of a message: unified line breaks, without control characters. */
export const messageText: Field<string> = {
  schema: Type.String({ minLength: 1, maxLength: maxMessageLength }),
  isOptional: false,
  isCleaned: true,
  error(value) {
    const text = typeof value === 'string' ? cleanText(value) : '';
    if (text === '') return 'Please write a message';
    return text.length > maxMessageLength ? `A message has at most ${maxMessageLength} characters` : null;
  },
  parse: (value) => cleanText(String(value)),
};
