import { type Context, Hono } from 'hono';
import Type from 'typebox';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { crossSiteError } from '../../platform/http/csrf.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { requireUser } from './guards.ts';
import {
  endOtherSessions,
  listSessions,
  revokeSession,
  sessionSchema,
} from './session/device-list.server.ts';
import { clearSessionCookie, endSession } from './session/session.server.ts';

const text = Type.String();
const uuid = Type.String({ format: 'uuid' });
const dateTime = Type.String({ format: 'date-time' });
const successSchema = Type.Object({ success: Type.Literal(true) });
const success = { success: true } as const;

const describeLogout = () =>
  describeRoute({
    summary: 'Ends the session of this browser, on the server too',
    details: 'Refused when another site’s page asks. POST does the same.',
    answer: successSchema,
    refusals: ['forbidden'],
  });

export const authApi = new Hono<ApiEnv>()
  .get(
    '/users/me',
    describeRoute({
      summary: 'Who is signed in on this browser; null for an anonymous visitor',
      answer: Type.Union([
        Type.Null(),
        Type.Object({ id: uuid, email: text, name: text, createdAt: dateTime }),
      ]),
    }),
    (c) => {
      const { viewer } = c.get('ctx');
      noStore(c);
      if (!viewer) return c.json(null);
      const { id, email, name, createdAt } = viewer;
      return c.json({ id, email, name, createdAt: createdAt.toISOString() });
    },
  )
  .get('/logout', describeLogout(), async (c) => {
    assertSameSiteLogout(c);
    await endSession(c.get('ctx'), c);
    noStore(c);
    return c.json(success);
  })
  .post('/logout', describeLogout(), async (c) => {
    await endSession(c.get('ctx'), c);
    noStore(c);
    return c.json(success);
  })
  .get(
    '/admin/status',
    describeRoute({
      summary: 'Whether the signed-in user is an administrator',
      details:
        'needsReauthentication: the session is older than 12 hours and must be confirmed with a passkey before any admin call.',
      answer: Type.Object({ isAdmin: Type.Boolean(), needsReauthentication: Type.Boolean() }),
      refusals: ['unauthenticated'],
    }),
    (c) => {
      const { role, needsReauthentication } = requireUser(c.get('ctx'));
      noStore(c);
      return c.json({ isAdmin: role === 'admin', needsReauthentication });
    },
  )
  .get(
    '/sessions',
    describeRoute({
      summary: 'Every browser that is signed in to this account',
      answer: Type.Array(sessionSchema),
      refusals: ['unauthenticated'],
    }),
    async (c) => {
      noStore(c);
      return c.json(await listSessions(c.get('ctx')));
    },
  )
  .delete(
    '/sessions',
    describeRoute({
      summary: 'Signs every other browser of this account out',
      answer: Type.Object({ success: Type.Literal(true), ended: Type.Integer() }),
      refusals: ['unauthenticated', 'forbidden'],
    }),
    async (c) => c.json({ ...success, ended: await endOtherSessions(c.get('ctx')) }),
  )
  .delete(
    '/sessions/:id',
    describeRoute({
      summary: 'Signs one of the account’s browsers out',
      answer: successSchema,
      refusals: ['unauthenticated', 'forbidden', 'notFound'],
    }),
    async (c) => {
      const ctx = c.get('ctx');
      const id = c.req.param('id');
      await revokeSession(ctx, id);
      if (id === ctx.viewer?.sessionId) clearSessionCookie(c);
      return c.json(success);
    },
  );

/** `GET /api/logout` changes state: images, links and prefetches of other sites, and typed or mailed URLs, are rejected. */
function assertSameSiteLogout(c: Context<ApiEnv>): void {
  const site = c.req.header('Sec-Fetch-Site');
  const senders = [c.req.header('Origin'), c.req.header('Referer')];
  const own = new URL(c.get('ctx').settings.appUrl).origin;
  const isOwn =
    site === undefined
      ? senders.every((sender) => sender === undefined || URL.parse(sender)?.origin === own)
      : site === 'same-origin';
  const purpose = `${c.req.header('Sec-Purpose') ?? ''} ${c.req.header('Purpose') ?? ''}`;
  if (!isOwn || /prefetch|prerender/i.test(purpose)) throw crossSiteError();
}
