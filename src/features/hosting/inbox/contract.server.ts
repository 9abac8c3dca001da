import Type, { type Static } from 'typebox';
import {
  choice,
  cleanedText,
  described,
  flag,
  optional,
  uuid,
  wholeNumberText,
} from '../../../platform/http/fields.server.ts';
import { body, converted, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../../shared/errors.ts';
import { orNull } from '../../../shared/value-schemas.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { messageText } from '../../inbox/threads/message-field.server.ts';
import type { ThreadFilter } from '../../inbox/threads/store.server.ts';

const moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const date = Type.String({ format: 'date' });
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
  total: Type.Integer({ description: 'How many match, as far as they were counted' }),
  hasMore: Type.Boolean({ description: 'Whether more match than total' }),
  page: Type.Integer(),
  pages: Type.Integer(),
  waiting: Type.Integer({ description: 'The number in all threads, at most 1,000' }),
  unread: Type.Integer({ description: 'The number in all threads, at most 1,000' }),
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
      isUndeliverable: Type.Boolean({
        description: 'The mail was rejected, given up after four days, or deleted before it was sent',
      }),
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

export type ThreadList = Static<typeof threadListSchema>;
export type ThreadDetail = Static<typeof threadSchema>;
export type TemplateList = Static<typeof templateListSchema>;

const search = cleanedText('A search', { max: 100, tooLong: 'A search has at most 100 characters' });

const threadQuery = query(
  {
    status: described(
      'waiting: a guest waits for an answer',
      optional(choice(['new', 'open', 'answered', 'closed', 'waiting'])),
    ),
    kind: described('Of an inquiry, or of a booking', optional(choice(['inquiry', 'booking']))),
    unread: described('Only unread ones, or only read ones', optional(choice(['true', 'false']))),
    search: described('In names, addresses, homes, codes and texts', optional(search, '')),
    page: described('25 each', optional(wholeNumberText('Must be a page from 1 on', 1, 10_000), 1)),
  },
  { toError: toFieldErrors },
);
export type ThreadListQuery = Sent<typeof threadQuery>;

export const threadListQuery = converted(
  threadQuery,
  ({ status, kind, unread, search, page }): { filter: ThreadFilter; page: number } => ({
    filter: withoutUndefined({
      status,
      kind,
      unread: unread && unread === 'true',
      search: search || undefined,
    }),
    page,
  }),
);

const lastMessageId = described(
  'The last message that was seen: 409 with `messages` where others came after it',
  optional(uuid('Must be the id of a message')),
);

export const replyRequest = body({ text: messageText, lastMessageId }, { toError: toFieldErrors });
export type ReplyRequest = Sent<typeof replyRequest>;

export const closeQuery = query({ lastMessageId }, { toError: toFieldErrors });
export type CloseQuery = Sent<typeof closeQuery>;

export const unreadRequest = body({ isUnread: flag('Must be true or false') }, { toError: toFieldErrors });
export type UnreadRequest = Sent<typeof unreadRequest>;

export const mailFetchedSchema = Type.Object({ success: Type.Literal(true) });
export type MailFetched = Static<typeof mailFetchedSchema>;
