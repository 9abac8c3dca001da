import { Hono } from 'hono';
import { cookieValue } from '../../platform/cookies.server.ts';
import { type ApiEnv, jsonBody, noStore } from '../../platform/http.server.ts';
import { describeRoute } from '../../platform/openapi.server.ts';
import { signInWithCode } from './check-code.server.ts';
import { parseCodeRequest, parseVerifyRequest } from './code-request.ts';
import { clearCookie, setCookie } from './cookies.server.ts';
import { descriptions } from './descriptions.server.ts';
import { requireUser } from './guards.ts';
import { readDeviceCookie } from './known-browser.server.ts';
import { codeLifetimeMs } from './login-code.ts';
import { assertSameSiteLogout } from './logout.server.ts';
import { sendCode } from './send-code.server.ts';
import { clearSessionCookie, endSession, startSession } from './session.server.ts';
import { endOtherSessions, listSessions, revokeSession } from './sessions.server.ts';

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
