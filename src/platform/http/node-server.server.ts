import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { PageCache } from '../cache/page-cache.server.ts';
import type { Log } from '../observability/logger.server.ts';
import { type RequestTrace, requestLog, startTrace } from '../observability/request-log.server.ts';
import type { ApiEnv } from './app-env.server.ts';
import { isSlowBodyAllowed } from './body.server.ts';

const maxDrainMs = 10_000;
const maxBodyMs = 60_000;
const maxUploadMs = 20 * 60_000;

/** Closes the connection of a request whose body is late, as Node.js does for `requestTimeout`. */
function enforceBodyTimeout(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && length === '0') return;
  const timer = setTimeout(() => {
    if (request.complete || isSlowBodyAllowed(request)) return;
    if (!response.headersSent) response.writeHead(408, { Connection: 'close' });
    response.end();
    request.socket.destroySoon();
  }, limitMs);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  response.once('close', stop);
}

export interface WebServer {
  server: Server;
  /** Accepts no new connections, lets requests in flight finish (10 s at most), then closes. */
  drain(): Promise<void>;
}

/**
 * Serves cached pages, otherwise the app; closes connections that send their headers too slowly (T-100).
 * @param headers of responses outside every handler
 */
export function createWebServer(
  app: Hono<ApiEnv>,
  cache: Pick<PageCache, 'serve'>,
  log: Log,
  headers: Record<string, string>,
  bodyMs: number = maxBodyMs,
): WebServer {
  const logRequest = requestLog(log);
  const traces = new WeakMap<object, RequestTrace>();
  const respond = (request: Request, env: HttpBindings) =>
    app.fetch(request, { ...env, trace: traces.get(env.incoming) });
  const listener = getRequestListener((request, env) => respond(request, env as HttpBindings), {
    errorHandler: (error) => {
      // No handler can have such a URL, for example one with a backslash.
      if (error instanceof RequestError) return new Response('Not found', { status: 404, headers });
      log.error({ err: error }, 'a request failed outside every handler');
      return new Response('Something went wrong on our side.', { status: 500, headers });
    },
  });
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: maxUploadMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      const trace = startTrace();
      inFlight.add(response);
      response.once('close', () => {
        inFlight.delete(response);
        logRequest(trace, request, response);
        // This runs only once the server is closed, because a connection with an unread request counts as idle too.
        if (!server.listening) server.closeIdleConnections();
      });
      enforceBodyTimeout(request, response, bodyMs);
      if (draining) response.shouldKeepAlive = false;
      if (cache.serve(request, response, trace)) return;
      traces.set(request, trace);
      void listener(request, response);
    },
  );
  let draining = false;
  const inFlight = new Set<ServerResponse>();

  return {
    server,
    async drain() {
      draining = true;
      const deadline = Date.now() + maxDrainMs;
      // The next response gets `Connection: close`; a busy connection would otherwise never be idle.
      for (const response of inFlight) response.shouldKeepAlive = false;
      await drainAcceptQueue(server);
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(() => server.closeAllConnections(), deadline - Date.now());
        server.close(() => {
          clearTimeout(timeout);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

/**
 * Waits until the accept queue is empty (5 s at most). Node.js accepts one connection a turn of its loop, and closing
 * would reset the others.
 */
async function drainAcceptQueue(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const until = Date.now() + 5_000;
  for (let idleTurns = 0; idleTurns < 5 && Date.now() < until; ) {
    const before = accepted;
    await sleep(5);
    // The loop always turns between immediates, but not between timers.
    await nextTurn();
    await nextTurn();
    idleTurns = accepted === before ? idleTurns + 1 : 0;
  }
  server.off('connection', count);
}

/** @param socketFd a socket that listens already; null to open `port` */
export function listen(server: Server, port: number, socketFd: number | null = null): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(`Port ${port} is already in use: stop the other program, or set PORT to a free port.`),
        );
      } else if (error.code === 'EACCES') {
        reject(new Error(`Port ${port} may not be used by this user: set PORT to a number above 1023.`));
      } else reject(error);
    });
    server.listen(socketFd === null ? { port } : { fd: socketFd }, () => resolve());
  });
}
