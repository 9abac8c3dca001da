import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { maxMessageLength } from '../../inbox/threads/thread.ts';

const moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const date = Type.String({ format: 'date' });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const kind = Type.Enum(['inquiry', 'booking']);
const status = Type.Enum(['new', 'open', 'answered', 'closed']);

const clock = Type.Object({
  waitingSince: moment,
  answerBy: moment,
  waitedMinutes: Type.Integer(),
  isUrgent: Type.Boolean({ description: 'From 20 hours on' }),
  isLate: Type.Boolean({ description: 'The promised 24 hours are over' }),
});

const summary = {
  id: Type.String(),
  kind,
  status,
  isUnread: Type.Boolean(),
  clock: orNull(clock),
  guest: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  property: Type.String(),
  checkin: date,
  checkout: date,
  guests: Type.Integer(),
  bookingCode: orNull(Type.String()),
  lastMessageAt: moment,
};

export const threadListSchema = Type.Object({
  threads: Type.Array(Type.Object({ ...summary, lastText: Type.String() })),
  total: Type.Integer({ description: 'That match, as far as they were counted' }),
  hasMore: Type.Boolean({ description: 'Whether more match than total' }),
  page: Type.Integer(),
  pages: Type.Integer(),
  waiting: Type.Integer({ description: 'Of all threads, at most 1,000' }),
  unread: Type.Integer({ description: 'Of all threads, at most 1,000' }),
  usualResponseHours: orNull(Type.Integer({ description: 'As guests read it; null: they read nothing' })),
  mailbox: orNull(
    Type.Object({
      readAt: orNull(moment),
      error: Type.String({ description: 'Why it could not be read; empty: it was' }),
    }),
  ),
});

export const threadSchema = Type.Object({
  ...summary,
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      direction: Type.Enum(['in', 'out', 'auto', 'unverified'], {
        description:
          'auto: an automatic reply or a bounce, which answers nothing; unverified: a mail to the hosts’ address that was not passed on to the guest',
      }),
      problem: Type.String({ description: 'Why it was not passed on' }),
      kind: Type.Enum(['message', 'change']),
      author: Type.String(),
      authorEmail: Type.String(),
      text: Type.String(),
      original: orNull(Type.String({ description: 'With the quotation and the signature' })),
      attachments: Type.Array(Type.String({ description: 'The name of a file, which is not stored' })),
      at: moment,
      sentAt: orNull(moment),
      isUndeliverable: Type.Boolean({ description: 'The mail was rejected, or given up after four days' }),
    }),
  ),
});

export const templateListSchema = Type.Array(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    text: Type.String({ description: 'With its placeholders filled' }),
    problem: orNull(Type.String({ description: 'Why it does not fit this thread' })),
  }),
);

const lastMessageId = Type.String({
  format: 'uuid',
  description: 'The last message that was seen: 409 with `messages` where others came after it',
});

export const replySchema = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxMessageLength }),
    lastMessageId: Type.Optional(lastMessageId),
  },
  { additionalProperties: false },
);
export const unreadSchema = Type.Object({ isUnread: Type.Boolean() }, { additionalProperties: false });

const changing: Pick<Description, 'answer' | 'refusals'> = {
  answer: threadSchema,
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict'],
};
const reading: Pick<Description, 'refusals'> = { refusals: ['unauthenticated', 'forbidden', 'notFound'] };

export const inboxDescriptions = {
  list: {
    summary: 'Conversations with guests, the latest message first',
    query: {
      status: {
        schema: Type.Enum(['new', 'open', 'answered', 'closed', 'waiting']),
        description: 'waiting: a guest waits for an answer',
      },
      kind: { schema: kind, description: 'Of an inquiry, or of a booking' },
      unread: { schema: Type.Enum(['true', 'false']), description: 'Only unread ones, or only read ones' },
      search: { schema: Type.String(), description: 'In names, addresses, homes, codes and texts' },
      page: { schema: Type.Integer({ minimum: 1 }), description: '25 each' },
    },
    answer: threadListSchema,
    refusals: ['invalid', 'unauthenticated', 'forbidden'],
  },
  thread: { summary: 'A conversation with all its messages', answer: threadSchema, ...reading },
  templates: {
    summary: 'The templates for answers, filled for a conversation',
    answer: templateListSchema,
    ...reading,
  },
  reply: {
    summary: 'Answers a guest by mail',
    details:
      'Placeholders such as {guest} are filled, unknown ones refused. The mail is queued once for each Idempotency-Key; where a mailbox is set its Reply-To brings the answer back into the conversation. The guest waits no longer.',
    headers: { 'Idempotency-Key': { schema: Type.String(), description: 'New for each answer' } },
    body: replySchema,
    ...changing,
  },
  close: {
    summary: 'Closes a conversation: nobody waits in it any more',
    query: {
      lastMessageId: {
        schema: Type.String({ format: 'uuid' }),
        required: false,
        description: 'The last message that was seen: 409 with `messages` where others came after it',
      },
    },
    ...changing,
  },
  reopen: { summary: 'Opens a closed conversation again', ...changing },
  renewAddresses: {
    summary: 'Renews the mail addresses of a conversation after a leak',
    details:
      'What is sent to the addresses of earlier mails is left in the mailbox; later mails carry the new ones. A booking’s are renewed with its link, too.',
    ...changing,
  },
  unread: { summary: 'Marks a conversation as read or unread', body: unreadSchema, ...changing },
  fetchMail: {
    summary: 'Reads the mailbox for answers now',
    details: 'By itself it is read every minute. 409 where no mailbox is set.',
    answer: Type.Object({ success: Type.Literal(true) }),
    refusals: ['unauthenticated', 'forbidden', 'conflict', 'unavailable'],
  },
} satisfies Record<string, Description>;
