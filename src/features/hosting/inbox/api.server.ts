import { type Context, Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../../platform/http/fields.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { cleanText } from '../../inbox/threads/message-text.ts';
import type { ThreadFilter } from '../../inbox/threads/store.server.ts';
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
import { inboxDescriptions, type replySchema, type unreadSchema } from './descriptions.server.ts';

const fetchTimeoutMs = 20_000;

/** What hosts do with conversations; every action guards itself. */
export const inboxApi = new Hono<ApiEnv>()
  .get('/admin/inbox', describeRoute(inboxDescriptions.list), async (c) => {
    noStore(c);
    requireAdmin(c.get('ctx'));
    const { page, ...filter } = filterIn(c);
    return c.json(await listInbox(c.get('ctx'), filter, page));
  })
  .post('/admin/inbox/fetch-mail', describeRoute(inboxDescriptions.fetchMail), async (c) => {
    await fetchMail(c.get('ctx'), AbortSignal.timeout(fetchTimeoutMs));
    return c.json({ success: true as const });
  })
  .get('/admin/inbox/:id', describeRoute(inboxDescriptions.thread), thread)
  .get('/admin/inbox/:id/templates', describeRoute(inboxDescriptions.templates), async (c) => {
    noStore(c);
    return c.json(await fillTemplates(c.get('ctx'), c.req.param('id')));
  })
  .post(
    '/admin/inbox/:id/reply',
    describeRoute(inboxDescriptions.reply),
    adminOnly(),
    jsonBody<{ text: unknown; lastMessageId: string | undefined }, Static<typeof replySchema>>((input) => ({
      text: fieldIn(input, 'text', ['lastMessageId']),
      lastMessageId: isRecord(input) ? messageIdIn(input.lastMessageId) : undefined,
    })),
    async (c) => {
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      const { text, lastMessageId } = c.req.valid('json');
      await replyToGuest(c.get('ctx'), c.req.param('id'), text, key, lastMessageId);
      return thread(c);
    },
  )
  .post('/admin/inbox/:id/close', describeRoute(inboxDescriptions.close), async (c) => {
    const { lastMessageId } = parseQueryParams(c.req.url, ['lastMessageId']);
    await closeThread(c.get('ctx'), c.req.param('id'), messageIdIn(lastMessageId));
    return thread(c);
  })
  .post('/admin/inbox/:id/reopen', describeRoute(inboxDescriptions.reopen), async (c) => {
    await reopenThread(c.get('ctx'), c.req.param('id'));
    return thread(c);
  })
  .post('/admin/inbox/:id/renew-addresses', describeRoute(inboxDescriptions.renewAddresses), async (c) => {
    await renewAddresses(c.get('ctx'), c.req.param('id'));
    return thread(c);
  })
  .post(
    '/admin/inbox/:id/unread',
    describeRoute(inboxDescriptions.unread),
    adminOnly(),
    jsonBody<{ isUnread: boolean }, Static<typeof unreadSchema>>((input) => {
      const isUnread = fieldIn(input, 'isUnread');
      if (typeof isUnread !== 'boolean') throw toFieldErrors({ isUnread: 'Must be true or false' });
      return { isUnread };
    }),
    async (c) => {
      await markUnread(c.get('ctx'), c.req.param('id'), c.req.valid('json').isUnread);
      return thread(c);
    },
  );

async function thread(c: Context<ApiEnv, '/admin/inbox/:id'>) {
  noStore(c);
  return c.json(await readThread(c.get('ctx'), c.req.param('id')));
}

/** @throws AppError `invalid` for fields that are unknown */
function fieldIn(input: unknown, name: string, others: readonly string[] = []): unknown {
  const body = isRecord(input) ? input : {};
  const unknown = Object.keys(body).filter((key) => key !== name && !others.includes(key));
  if (unknown.length > 0)
    throw toFieldErrors(
      Object.fromEntries(unknown.map((key) => [key.slice(0, 60), 'There is no such field'])),
    );
  return body[name];
}

/** @throws AppError `invalid` for what is no id */
function messageIdIn(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isUuid(value))
    throw toFieldErrors({ lastMessageId: 'Must be the id of a message' });
  return value.toLowerCase();
}

const maxSearchLength = 100;
const maxPage = 10_000;
const choices = {
  status: ['new', 'open', 'answered', 'closed', 'waiting'],
  kind: ['inquiry', 'booking'],
  unread: ['true', 'false'],
} as const;

/** @throws AppError `invalid` for an unknown filter or value */
function filterIn(c: Context<ApiEnv>): ThreadFilter & { page: number } {
  const query = parseQueryParams(c.req.url, ['status', 'kind', 'unread', 'search', 'page']);
  const fields: FieldErrors = {};
  for (const name of ['status', 'kind', 'unread'] as const) {
    const [value, allowed] = [query[name], choices[name] as readonly string[]];
    if (value !== undefined && !allowed.includes(value))
      fields[name] = `Must be one of ${allowed.join(', ')}`;
  }
  const { status, kind, unread, search = '', page = '1' } = query;
  if (search.length > maxSearchLength) fields.search = `A search has at most ${maxSearchLength} characters`;
  if (!/^[1-9]\d{0,4}$/.test(page) || Number(page) > maxPage) fields.page = 'Must be a page from 1 on';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return {
    ...(status ? { status: status as ThreadFilter['status'] } : {}),
    ...(kind ? { kind: kind as ThreadFilter['kind'] } : {}),
    ...(unread ? { unread: unread === 'true' } : {}),
    ...(cleanText(search) ? { search: cleanText(search) } : {}),
    page: Number(page),
  };
}
