import { Hono } from 'hono';
import type { Ctx, Platform } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { jsonLimitBytes, parseJson, readBody } from '../../platform/http/body.server.ts';
import { clientContext } from '../../platform/http/client-context.server.ts';
import { rejectCrossSite } from '../../platform/http/csrf.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { createAgentHandler } from './agent-server.server.ts';
import { type AgentCall, callLimit, isTool } from './tools.server.ts';

/** The limit of handshakes, lists of tools and any other message that calls no tool. */
const messageLimit: Limit = {
  name: 'agent-message',
  points: 60,
  seconds: 60,
  message: 'These are many requests for one minute. Please try again later.',
};

/** Serves every revision of the Model Context Protocol that the library supports, over HTTP, stateless and without cookies. */
export function mcpEndpoint(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const calls = new WeakMap<Request, AgentCall>();
  let handler: Promise<ReturnType<typeof createAgentHandler>> | undefined;
  /** Loads the library at the first request, since most processes idle without it. */
  const openHandler = async () => {
    const library = await import('./agent-server.server.ts');
    return library.createAgentHandler((request) => getCall(calls, request));
  };
  const agents = new Hono<ApiEnv>();
  agents.use('/mcp', rejectCrossSite(new URL(platform.settings.appUrl).origin, []));
  agents.use('/mcp', clientContext(platform));
  agents.post('/mcp', async (c) => {
    const ctx = c.get('ctx');
    const body = await readBody(c.req.raw, jsonLimitBytes, c.env.incoming);
    const parsedBody = parseOrUndefined(body);
    const counted = await countMessages(ctx, parsedBody);
    if (parsedBody === undefined) return c.json(parseError, 400, { ...headers, 'Cache-Control': 'no-store' });
    const request = new Request(c.req.url, { method: 'POST', headers: protocolHeaders(c.req.raw) });
    calls.set(request, { ctx, counted });
    handler ??= openHandler();
    const response = await (await handler).fetch(request, { parsedBody });
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  });
  agents.all('/mcp', (c) =>
    c.json({ message: 'Please send POST.' }, 405, { ...headers, Allow: 'POST', 'Cache-Control': 'no-store' }),
  );
  return agents;
}

/** The error in the protocol's form (JSON-RPC). */
const parseError = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'Parse error: the body is not valid JSON, or nested too deeply' },
};

function parseOrUndefined(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

function getCall(calls: WeakMap<Request, AgentCall>, request: Request | undefined): AgentCall {
  const call = request && calls.get(request);
  if (!call) throw new Error('the library passed on another request');
  return call;
}

/**
 * Counts each message against the limits. A tool call over its limit fails alone: the tool awaits its own promise.
 * @returns a promise for each tool call, in their order @throws AppError `tooMany`, `tooLarge`
 */
async function countMessages(ctx: Ctx, body: unknown): Promise<Promise<void>[]> {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > callLimit.points)
    throw new AppError('tooLarge', `A request can have at most ${callLimit.points} messages.`);
  const counted: Promise<void>[] = [];
  for (const message of messages) {
    if (isToolCall(message)) {
      const count = ctx.consumeLimit(callLimit, ctx.clientKey);
      // The library may reject a call, so that no tool awaits this promise.
      count.catch(() => {});
      counted.push(count);
    } else {
      await ctx.consumeLimit(messageLimit, ctx.clientKey);
      await ctx.consumeLimit(callLimit, ctx.clientKey, 0);
    }
  }
  return counted;
}

const isToolCall = (message: unknown): boolean =>
  isRecord(message) &&
  message.method === 'tools/call' &&
  isRecord(message.params) &&
  isTool(message.params.name);

const passedHeaders = /^(accept|content-type|mcp-.*)$/;

/** Copies the headers that the library needs, without cookies and credentials. */
const protocolHeaders = ({ headers }: Request): Headers =>
  new Headers([...headers].filter(([name]) => passedHeaders.test(name)));
