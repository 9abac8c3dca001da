import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import type { PageCache } from '../cache/page-cache.server.ts';
import { createLog } from '../observability/logger.server.ts';
import type { ApiEnv } from './app-env.server.ts';
import { allowSlowBody } from './body.server.ts';
import { createWebServer, listen, type WebServer } from './node-server.server.ts';

const noCache: PageCache = { serve: () => false, store: async () => {} };
const guarded = { 'X-Content-Type-Options': 'nosniff' };

let web: WebServer | undefined;
afterEach(() => {
  web?.server.closeAllConnections();
  web?.server.close();
});

async function open(app: Hono<ApiEnv>, bodyMs?: number): Promise<number> {
  web = createWebServer(app, noCache, createLog('silent'), guarded, bodyMs);
  await listen(web.server, 0);
  return (web.server.address() as AddressInfo).port;
}

interface TextResponse {
  status: number;
  text: string;
  connection: string | undefined;
}

function get(port: number, path: string, agent: http.Agent): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, path, agent, host: '127.0.0.1' }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection }),
      );
    });
    request.on('error', reject);
  });
}

test('drain lets requests in flight finish and closes their connections', async () => {
  const waiting: (() => void)[] = [];
  const app = new Hono<ApiEnv>().get('/slow', async (c) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return c.text('done');
  });
  const port = await open(app);
  const agent = new http.Agent({ keepAlive: true });
  const requests = Array.from({ length: 50 }, () => get(port, '/slow', agent));
  await expect.poll(() => waiting.length).toBe(50);

  const drained = web?.drain();
  for (const finish of waiting) finish();
  const responses = await Promise.all(requests);
  expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(50).fill([200, 'done']));
  expect(new Set(responses.map(({ connection }) => connection))).toEqual(new Set(['close']));
  await drained;
  await expect(get(port, '/slow', agent)).rejects.toThrow('ECONNREFUSED');
});

test('drain serves requests that are not read yet', async () => {
  let drained: Promise<void> | undefined;
  const app = new Hono<ApiEnv>().get('/busy', async (c) => {
    // The loop is blocked, as by rendering a page, while connections wait in the operating system.
    for (const until = performance.now() + 3; performance.now() < until; );
    drained ??= web?.drain();
    return c.text('done');
  });
  const port = await open(app);
  const agent = new http.Agent({ keepAlive: true });
  const responses = await Promise.all(Array.from({ length: 100 }, () => get(port, '/busy', agent)));
  expect(responses.map(({ text }) => text)).toEqual(Array(100).fill('done'));
  await drained;
});

/** Sends a body of ten bytes, the last after a while, or never. */
function post(port: number, path: string, pauseMs: number | null): Promise<TextResponse> {
  return new Promise((resolve) => {
    const headers = { 'Content-Length': 10 };
    const request = http.request({ port, path, method: 'POST', headers, agent: false, host: '127.0.0.1' });
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection });
    });
    request.on('error', () => {});
    request.write('123456789');
    if (pauseMs !== null) setTimeout(() => request.end('0'), pauseMs);
  });
}

test('a late body closes its connection, except after allowSlowBody', async () => {
  const app = new Hono<ApiEnv>()
    .post('/form', async (c) => c.text(await c.req.text()))
    .post('/upload', async (c) => {
      allowSlowBody(c);
      return c.text(await c.req.text());
    });
  expect(await post(await open(app), '/form', 0)).toMatchObject({ status: 200, text: '1234567890' });
  web?.server.close();
  const port = await open(app, 1_000);
  expect(await post(port, '/form', null)).toMatchObject({ status: 408, connection: 'close' });
  expect(await post(port, '/upload', 1_500)).toMatchObject({ status: 200, text: '1234567890' });
});

test('listen reports a taken port in one sentence', async () => {
  const port = await open(new Hono<ApiEnv>());
  const second = createWebServer(new Hono<ApiEnv>(), noCache, createLog('silent'), guarded);
  await expect(listen(second.server, port)).rejects.toThrow(
    `Port ${port} is already in use: stop the other program, or set PORT to a free port.`,
  );
});
