import { Hono } from 'hono';
import { cookieValue } from '../../platform/http/cookies.server.ts';
import { type ApiEnv, jsonBody, noStore } from '../../platform/http/http.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { descriptions } from './descriptions.server.ts';
import { codeLifetimeMs } from './email-code/code-policy.ts';
import { readDeviceCookie } from './email-code/device-cookie.server.ts';
import { parseCodeRequest, parseVerifyRequest } from './email-code/parse-request.ts';
import { sendCode } from './email-code/send-code.server.ts';
import { signInWithCode } from './email-code/verify-code.server.ts';
import { requireUser } from './guards.ts';
import { clearCookie, setCookie } from './session/cookies.server.ts';
import { endOtherSessions, listSessions, revokeSession } from './session/device-list.server.ts';
import { assertSameSiteLogout } from './session/logout-guard.server.ts';
import { clearSessionCookie, endSession, startSession } from './session/session.server.ts';

/** Binds a code to the browser that asked for it. */
const loginCookie = 'login';
const success = { success: true } as const;

export const authApi = new Hono<ApiEnv>()
  .get('/users/me', describeRoute(descriptions.me), (c) => {
    const { viewer } = c.get('ctx');
    noStore(c);
    if (!viewer) return c.json(null);
    const { id, email, name, createdAt } = viewer;
    return c.json({ id, email, name, createdAt: createdAt.toISOString() });
  })
  .post('/send-otp', describeRoute(descriptions.sendOtp), jsonBody(parseCodeRequest), async (c) => {
    const ctx = c.get('ctx');
    const { email } = c.req.valid('json');
    const token = await sendCode(ctx, email, readDeviceCookie(ctx, c.req.header('Cookie'), email));
    setCookie(c, loginCookie, token, codeLifetimeMs / 1000);
    noStore(c);
    return c.json(success);
  })
  .post('/verify-otp', describeRoute(descriptions.verifyOtp), jsonBody(parseVerifyRequest), async (c) => {
    const ctx = c.get('ctx');
    const { email, otp } = c.req.valid('json');
    const token = cookieValue(ctx.settings, c.req.header('Cookie'), loginCookie);
    await startSession(ctx, c, await signInWithCode(ctx, { email, code: otp, token }), 'code');
    clearCookie(c, loginCookie);
    return c.json(success);
  })
  .get('/logout', describeRoute(descriptions.logout), async (c) => {
    assertSameSiteLogout(c);
    await endSession(c.get('ctx'), c);
    noStore(c);
    return c.json(success);
  })
  .post('/logout', describeRoute(descriptions.logout), async (c) => {
    await endSession(c.get('ctx'), c);
    noStore(c);
    return c.json(success);
  })
  .get('/admin/status', describeRoute(descriptions.adminStatus), (c) => {
    const { role, needsReauthentication } = requireUser(c.get('ctx'));
    noStore(c);
    return c.json({ isAdmin: role === 'admin', needsReauthentication });
  })
  .get('/sessions', describeRoute(descriptions.sessions), async (c) => {
    noStore(c);
    return c.json(await listSessions(c.get('ctx')));
  })
  .delete('/sessions', describeRoute(descriptions.endOtherSessions), async (c) =>
    c.json({ ...success, ended: await endOtherSessions(c.get('ctx')) }),
  )
  .delete('/sessions/:id', describeRoute(descriptions.endSession), async (c) => {
    const ctx = c.get('ctx');
    const id = c.req.param('id');
    await revokeSession(ctx, id);
    if (id === ctx.viewer?.sessionId) clearSessionCookie(c);
    return c.json(success);
  });

export type AccountsApi = typeof authApi;
