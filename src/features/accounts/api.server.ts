import { Hono } from 'hono';
import type { ApiEnv } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';

export const accountsApi = new Hono<ApiEnv>().get(
  '/users/me',
  describeCall({ summary: 'Who is signed in on this browser; null for an anonymous visitor' }),
  (c) => {
    const { viewer } = c.get('ctx');
    c.header('Cache-Control', 'private, no-store');
    return c.json(viewer && { id: viewer.id, email: viewer.email });
  },
);

export type AccountsApi = typeof accountsApi;
