import { serve } from '../../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import {
  closeThread,
  fetchMail,
  fillTemplates,
  listInbox,
  markUnread,
  readThread,
  renewAddresses,
  reopenThread,
  replyToGuest,
} from './actions.server.ts';
import { conversation, inbox } from './calls.ts';
import {
  closeQuery,
  mailFetchedSchema,
  replyRequest,
  templateListSchema,
  threadListQuery,
  threadListSchema,
  threadSchema,
  unreadRequest,
} from './contract.server.ts';

const fetchTimeoutMs = 20_000;

export const inboxApi = serve(inbox, adminAccess)
  .on('list', {
    summary: 'Conversations with guests, the latest message first',
    query: threadListQuery,
    response: threadListSchema,
    run: ({ ctx, query: { filter, page } }) => listInbox(ctx, filter, page),
  })
  .on('fetchMail', {
    summary: 'Reads the mailbox for answers now',
    details: 'By itself it is read every minute. 409 where no mailbox is set.',
    response: mailFetchedSchema,
    errors: ['conflict', 'unavailable'],
    async run({ ctx }) {
      await fetchMail(ctx, AbortSignal.timeout(fetchTimeoutMs));
      return { success: true as const };
    },
  });

const errors = ['notFound', 'conflict'] as const;

export const conversationApi = serve(conversation, adminAccess)
  .on('read', {
    summary: 'A conversation with all its messages',
    response: threadSchema,
    errors: ['notFound'],
    run: ({ ctx, params: { id } }) => readThread(ctx, id),
  })
  .on('templates', {
    summary: 'The templates for answers, filled for a conversation',
    response: templateListSchema,
    errors: ['notFound'],
    run: ({ ctx, params: { id } }) => fillTemplates(ctx, id),
  })
  .on('reply', {
    summary: 'Answers a guest by mail',
    details:
      'Placeholders such as {guest} are filled, unknown ones refused. The mail is queued once for each Idempotency-Key; where a mailbox is set its Reply-To brings the answer back into the conversation. The guest waits no longer.',
    headers: { 'Idempotency-Key': idempotencyKey('New for each answer') },
    body: replyRequest,
    response: threadSchema,
    errors,
    async run({ ctx, params: { id }, json, headers }) {
      await replyToGuest(ctx, id, json, headers['Idempotency-Key']);
      return readThread(ctx, id);
    },
  })
  .on('close', {
    summary: 'Closes a conversation: nobody waits in it any more',
    query: closeQuery,
    response: threadSchema,
    errors,
    async run({ ctx, params: { id }, query }) {
      await closeThread(ctx, id, query.lastMessageId);
      return readThread(ctx, id);
    },
  })
  .on('reopen', {
    summary: 'Opens a closed conversation again',
    response: threadSchema,
    errors,
    async run({ ctx, params: { id } }) {
      await reopenThread(ctx, id);
      return readThread(ctx, id);
    },
  })
  .on('renewAddresses', {
    summary: 'Renews the mail addresses of a conversation after a leak',
    details:
      'What is sent to the addresses of earlier mails is left in the mailbox; later mails carry the new ones. A booking’s are renewed with its link, too.',
    response: threadSchema,
    errors,
    async run({ ctx, params: { id } }) {
      await renewAddresses(ctx, id);
      return readThread(ctx, id);
    },
  })
  .on('markUnread', {
    summary: 'Marks a conversation as read or unread',
    body: unreadRequest,
    response: threadSchema,
    errors,
    async run({ ctx, params: { id }, json }) {
      await markUnread(ctx, id, json.isUnread);
      return readThread(ctx, id);
    },
  });
