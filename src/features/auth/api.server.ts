import type { Context } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { crossSiteError } from '../../platform/http/csrf.server.ts';
import { serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { userAccess, visitorAccess } from './access.server.ts';
import { adminStatus, currentUser, logout, session, sessions } from './calls.ts';
import {
  adminStatusSchema,
  endedSchema,
  sessionSchema,
  success,
  successSchema,
  userSchema,
} from './contract.server.ts';
import { requireUser } from './guards.ts';
import { endOtherSessions, listSessions, revokeSession } from './session/device-list.server.ts';
import { clearSessionCookie, endSession } from './session/session.server.ts';

export const currentUserApi = serve(currentUser, visitorAccess).on('read', {
  summary: 'Who is signed in on this browser; null for an anonymous visitor',
  query: anyQuery,
  response: Type.Union([Type.Null(), userSchema]),
  run({ ctx: { viewer } }) {
    if (!viewer) return null;
    const { id, email, name, createdAt } = viewer;
    return { id, email, name, createdAt: createdAt.toISOString() };
  },
});

export const logoutApi = serve(logout, visitorAccess)
  .on('end', {
    summary: 'Ends the session of this browser, on the server too',
    details: 'Refused when another site’s page asks. POST does the same.',
    query: anyQuery,
    response: successSchema,
    errors: ['forbidden'],
    async run({ ctx, c }) {
      assertSameSiteLogout(c);
      await endSession(ctx, c);
      return success;
    },
  })
  .on('post', {
    summary: 'Ends the session of this browser, on the server too',
    details: 'Refused when another site’s page asks.',
    query: anyQuery,
    response: successSchema,
    errors: ['forbidden'],
    async run({ ctx, c }) {
      await endSession(ctx, c);
      return success;
    },
  });

export const adminStatusApi = serve(adminStatus, userAccess).on('read', {
  summary: 'Whether the signed-in user is an administrator',
  details:
    'needsReauthentication: the session is older than 12 hours and must be confirmed with a passkey before any admin call.',
  query: anyQuery,
  response: adminStatusSchema,
  run({ ctx }) {
    const { role, needsReauthentication } = requireUser(ctx);
    return { isAdmin: role === 'admin', needsReauthentication };
  },
});

export const sessionsApi = serve(sessions, userAccess)
  .on('list', {
    summary: 'Every browser that is signed in to this account',
    response: Type.Array(sessionSchema),
    run: ({ ctx }) => listSessions(ctx),
  })
  .on('endOthers', {
    summary: 'Signs every other browser of this account out',
    response: endedSchema,
    errors: ['forbidden'],
    run: async ({ ctx }) => ({ ...success, ended: await endOtherSessions(ctx) }),
  });

export const sessionApi = serve(session, userAccess).on('end', {
  summary: 'Signs one of the account’s browsers out',
  response: successSchema,
  errors: ['forbidden', 'notFound'],
  async run({ ctx, params: { id }, c }) {
    await revokeSession(ctx, id);
    if (id === ctx.viewer?.sessionId) clearSessionCookie(c);
    return success;
  },
});

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
