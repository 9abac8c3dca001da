import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { listenLocally } from '../listen.ts';
import { type Keys, signatureFault } from './signature.ts';

/** Faults of the next responses: a status, a redirect elsewhere, a cut connection, or no response. */
type Fault = number | 'redirect' | 'reset' | 'hang';

export type S3Server = {
  url: string;
  keys: Keys;
  /** Stored bytes by `bucket/key`. */
  objects: Map<string, Stored>;
  /** The next responses fail with these, one each. */
  faults: Fault[];
  /** Every request, as `PUT /bucket/key`. */
  requests: string[];
  close(): Promise<void>;
};

type Stored = { body: Buffer; type: string; changedAt: Date };

const rejection = (c: Context, status: 400 | 403 | 404 | 411 | 500, code: string) =>
  c.body(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, status, {
    'Content-Type': 'application/xml',
  });

/** Keys on a page of a listing; small, so that tests meet the next page. */
const pageSize = 3;

/** A stand-in bucket server: PUT, GET with ranges, HEAD, DELETE and ListObjectsV2, path style, all signed. */
export async function openS3(): Promise<S3Server> {
  const keys: Keys = { accessKeyId: 'stand-in-id', secretAccessKey: 'stand-in-secret', region: 'eu-test-1' };
  const objects = new Map<string, Stored>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const app = new Hono<{ Bindings: { incoming: import('node:http').IncomingMessage } }>();

  app.all('*', async (c) => {
    const { pathname } = new URL(c.req.url);
    requests.push(`${c.req.method} ${pathname}`);
    const body = Buffer.from(await c.req.arrayBuffer());
    const fault = faults.shift();
    if (fault === 'hang') await new Promise(() => {});
    if (fault === 'reset') {
      c.env.incoming.socket.destroy();
      return c.body(null, 500);
    }
    if (fault === 'redirect') return c.redirect('http://169.254.169.254/latest/meta-data', 307);
    if (typeof fault === 'number') return c.body('<Error/>', fault as 500);
    const wrong = signatureFault(c.req.raw, body, keys);
    if (wrong) return rejection(c, 403, wrong);
    const name = decodeURIComponent(pathname.slice(1));
    if (c.req.method === 'PUT') {
      if (c.req.header('Content-Length') === undefined) return rejection(c, 411, 'MissingContentLength');
      const type = c.req.header('Content-Type') ?? 'binary/octet-stream';
      objects.set(name, { body, type, changedAt: new Date() });
      return c.body(null, 200, { ETag: computeEtag(body) });
    }
    if (c.req.method === 'DELETE') {
      objects.delete(name);
      return c.body(null, 204);
    }
    if (c.req.query('list-type') === '2') return list(c, name.replace(/\/$/, ''), objects);
    const stored = objects.get(name);
    return stored ? send(c, stored) : rejection(c, 404, 'NoSuchKey');
  });

  const { port, close } = await listenLocally(
    () => createServer(getRequestListener(app.fetch)),
    0,
    'the stand-in bucket',
  );
  return { url: `http://127.0.0.1:${port}`, keys, objects, faults, requests, close };
}

const computeEtag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function send(c: Context, { body, type }: Stored): Response {
  const headers = { 'Content-Type': type, ETag: computeEtag(body) };
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(c.req.header('Range') ?? '') ?? [];
  const part = start === undefined ? body : body.subarray(Number(start), Number(end) + 1);
  const length = { 'Content-Length': String(part.length) };
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, ...length });
  return c.body(new Uint8Array(part), start === undefined ? 200 : 206, { ...headers, ...length });
}

function list(c: Context, bucket: string, objects: Map<string, Stored>): Response {
  const prefix = `${bucket}/${c.req.query('prefix') ?? ''}`;
  const after = c.req.query('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, pageSize);
  const entries = page.map((name) => {
    const changedAt = objects.get(name)?.changedAt.toISOString();
    return `<Contents><Key>${name.slice(bucket.length + 1)}</Key><LastModified>${changedAt}</LastModified></Contents>`;
  });
  const next =
    names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return c.body(`<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`, 200, {
    'Content-Type': 'application/xml',
  });
}
