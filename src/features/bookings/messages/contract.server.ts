import Type, { type Static } from 'typebox';
import { choice, optional } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../../shared/errors.ts';
import { momentSchema } from '../../../shared/value-schemas.server.ts';
import { messageText } from '../../inbox/threads/message-field.server.ts';

const kinds = ['message', 'change'] as const;

export const guestMessage = body(
  {
    kind: optional(choice(kinds, 'Must be message or change'), 'message'),
    text: messageText,
  },
  { toError: toFieldErrors },
);
export type GuestMessage = Sent<typeof guestMessage>;

export const conversationSchema = Type.Object({
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.Enum(['guest', 'hosts']),
      kind: Type.Enum([...kinds]),
      text: Type.String(),
      at: momentSchema,
    }),
  ),
});
export type SentConversation = Static<typeof conversationSchema>;
