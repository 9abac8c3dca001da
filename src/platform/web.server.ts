import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ApiEnv } from './http.server.ts';
import type { Log } from './log.server.ts';
import type { PageCache } from './page-cache.server.ts';

/**
 * The HTTP server: cached pages first, everything else through the app. Its time limits close connections that drip
 * their headers (Node's own default leaves them open for a minute).
 */
export function createWebServer(app: Hono<ApiEnv>, cache: PageCache, log: Log): Server {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      log.error({ err: error }, 'a request failed outside every handler');
      return new Response('Something went wrong on our side.', { status: 500 });
    },
  });
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      if (!cache.serve(request, response)) void listener(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;
  return server;
}

/** @throws Error with one sentence when the port is taken or not ours to use */
export function listen(server: Server, port: number): Promise<void> {
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
    server.listen(port, () => resolve());
  });
}

/** Takes no new connections, lets every request in flight finish (30 s at most), then closes. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), 30_000);
    server.close(() => {
      clearTimeout(giveUp);
      resolve();
    });
    server.closeIdleConnections();
  });
}
