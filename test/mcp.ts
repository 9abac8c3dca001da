import { Hono } from 'hono';
import { mcpEndpoint } from '../src/features/agents/serve-mcp.server.ts';
import { type ApiEnv, requestId } from '../src/platform/http/app-env.server.ts';
import { onError } from '../src/platform/http/errors.server.ts';
import { securityHeaders } from '../src/platform/http/security-headers.server.ts';
import type { AgentFetch } from './agent-client.ts';
import type { TestApp } from './app.ts';

/** `POST /mcp` called as a function. @param from the address that it comes from */
export function agentFetch({ platform }: TestApp, from = '203.0.113.1'): AgentFetch {
  const site = new Hono<ApiEnv>()
    .use(requestId(platform.log))
    .route('/', mcpEndpoint(platform, securityHeaders(platform.settings)))
    .onError(onError);
  return async (input, init) => {
    const request = new Request(input, init);
    const incoming = { socket: { remoteAddress: from }, headers: Object.fromEntries(request.headers) };
    return site.fetch(request, { incoming } as unknown as ApiEnv['Bindings']);
  };
}

/** Sends a message as it is, as a client of a revision before 2026 does. */
export const postMessage = (
  fetch: AgentFetch,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch('http://localhost:3000/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
