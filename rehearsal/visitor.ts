import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, type RequestOptions as HttpsOptions, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ports } from './place.ts';
import { siteAddress } from './proxy.ts';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json<T>(): T;
}

interface RequestOptions extends Reading {
  json?: unknown;
  headers?: Record<string, string>;
}

/** How a body is read; by default, whole and at once. */
interface Reading {
  /** Goes away when this much has come. */
  maxBytes?: number;
  bytesPerSecond?: number;
}

/** A browser at one address of this machine: it uses HTTPS to the proxy and only trusts its authority. */
export interface Visitor {
  address: string;
  cookies: Map<string, string>;
  /** @throws Error when the connection breaks or nothing comes in time */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** @throws Error for any other status than 200 or 201 */
  json<T>(method: string, path: string, json?: unknown): Promise<T>;
  /** Returns the same browser at another address. */
  movedTo(address: string): Visitor;
  close(): void;
}

const timeoutMs = 20_000;

/** @param ca the certificate of the proxy's authority */
export function visitor(ca: string, address: string, cookies = new Map<string, string>()): Visitor {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost', localAddress: address });
  const one: Visitor = {
    address,
    cookies,
    async request(method, path, { json, headers = {}, ...reading } = {}) {
      const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = {
        Host: siteAddress,
        ...(body ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } : {}),
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      };
      const response = await send({ agent, method, path, headers: sent }, body);
      for (const line of response.headers['set-cookie'] ?? []) keepCookie(cookies, line);
      return replyOf(response, await bodyOf(response, reading));
    },
    async json(method, path, json) {
      const reply = await one.request(method, path, { json });
      if (reply.status !== 200 && reply.status !== 201)
        throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body}`);
      return reply.json();
    },
    movedTo: (other) => visitor(ca, other, cookies),
    close: () => agent.destroy(),
  };
  return one;
}

function send(options: HttpsOptions, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const proxy = { host: '127.0.0.1', port: ports.https, signal: AbortSignal.timeout(timeoutMs) };
    const request = httpsRequest({ ...proxy, ...options }, resolve);
    request.once('error', reject);
    request.end(body);
  });
}

/** @throws Error when the connection breaks before the end */
async function bodyOf(
  response: IncomingMessage,
  { maxBytes = Number.POSITIVE_INFINITY, bytesPerSecond = Number.POSITIVE_INFINITY }: Reading,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const begin = performance.now();
  let length = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    // Leaving the loop closes the connection.
    if (length >= maxBytes) break;
    const aheadMs = (1_000 * length) / bytesPerSecond - (performance.now() - begin);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  return Buffer.concat(parts);
}

const replyOf = (response: IncomingMessage, body: Buffer): Reply => ({
  status: response.statusCode ?? 0,
  headers: response.headers,
  body,
  json: <T>() => JSON.parse(body.toString()) as T,
});

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/; *Max-Age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
