import { Hono } from 'hono';
import { cookieValue } from '../../platform/cookies.server.ts';
import { type ApiEnv, keepPrivate, validJson } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';
import { signInWithCode } from './check-code.server.ts';
import { parseCodeGuess, parseCodeRequest } from './code-request.ts';
import { clearCookie, setCookie } from './cookies.server.ts';
import { descriptions } from './descriptions.server.ts';
import { requireUser } from './guards.ts';
import { knownBrowser } from './known-browser.server.ts';
import { codeLifetimeMs } from './login-code.ts';
import { refuseForeignLogout } from './logout.server.ts';
import { sendCode } from './send-code.server.ts';
import { endSession, forgetSession, startSession } from './session.server.ts';
import { endOtherSessions, endSessionOf, listSessions } from './sessions.server.ts';

/** Binds a code to the browser that asked for it. */
const loginCookie = 'login';
const success = { success: true } as const;

export const accountsApi = new Hono<ApiEnv>()
  .get('/users/me', describeCall(descriptions.me), (c) => {
    const { viewer } = c.get('ctx');
    keepPrivate(c);
    if (!viewer) return c.json(null);
    const { id, email, name, createdAt } = viewer;
    return c.json({ id, email, name, createdAt: createdAt.toISOString() });
  })
  .post('/send-otp', describeCall(descriptions.sendOtp), validJson(parseCodeRequest), async (c) => {
    const ctx = c.get('ctx');
    const { email } = c.req.valid('json');
    const token = await sendCode(ctx, email, knownBrowser(ctx, c.req.header('Cookie'), email));
    setCookie(c, loginCookie, token, codeLifetimeMs / 1000);
    keepPrivate(c);
    return c.json(success);
  })
  .post('/verify-otp', describeCall(descriptions.verifyOtp), validJson(parseCodeGuess), async (c) => {
    const ctx = c.get('ctx');
    const { email, otp } = c.req.valid('json');
    const token = cookieValue(ctx.settings, c.req.header('Cookie'), loginCookie);
    await startSession(ctx, c, await signInWithCode(ctx, { email, code: otp, token }), 'code');
    clearCookie(c, loginCookie);
    return c.json(success);
  })
  .get('/logout', describeCall(descriptions.logout), async (c) => {
    refuseForeignLogout(c);
    await endSession(c.get('ctx'), c);
    keepPrivate(c);
    return c.json(success);
  })
  .post('/logout', describeCall(descriptions.logout), async (c) => {
    await endSession(c.get('ctx'), c);
    keepPrivate(c);
    return c.json(success);
  })
  .get('/admin/status', describeCall(descriptions.adminStatus), (c) => {
    const { role, needsRenewal } = requireUser(c.get('ctx'));
    keepPrivate(c);
    return c.json({ isAdmin: role === 'admin', needsRenewal });
  })
  .get('/sessions', describeCall(descriptions.sessions), async (c) => {
    keepPrivate(c);
    return c.json(await listSessions(c.get('ctx')));
  })
  .delete('/sessions', describeCall(descriptions.endOtherSessions), async (c) =>
    c.json({ ...success, ended: await endOtherSessions(c.get('ctx')) }),
  )
  .delete('/sessions/:id', describeCall(descriptions.endSession), async (c) => {
    const ctx = c.get('ctx');
    const id = c.req.param('id');
    await endSessionOf(ctx, id);
    if (id === ctx.viewer?.sessionId) forgetSession(c);
    return c.json(success);
  });

export type AccountsApi = typeof accountsApi;
