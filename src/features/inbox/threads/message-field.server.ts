import Type from 'typebox';
import type { Field } from '../../../platform/http/fields.server.ts';
import { cleanText, messageTextError } from './message-text.ts';
import { maxMessageLength } from './thread.ts';

/** The text of a message: unified line breaks, without control characters. */
export const messageText: Field<string> = {
  schema: Type.String({ minLength: 1, maxLength: maxMessageLength }),
  isOptional: false,
  isCleaned: true,
  error: messageTextError,
  parse: (value) => cleanText(String(value)),
};
