import { createHash, hash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../env.server.ts';
import {
  type ByteRange,
  type Storage,
  type StorageBody,
  type StorageEntry,
  storageAway,
} from './storage.server.ts';

interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Blob;
  /** SHA-256; the bucket rejects a body that was changed on its way. */
  bodyHash?: string;
}

/** Pauses before the second and third attempt, ms. Every call here may be repeated without harm. */
const retryDelaysMs = [200, 1_000];
const responseTimeoutMs = 15_000;
const minBytesPerSecond = 100_000;

/** Sends signed calls, again where that may help. Redirects are not followed. */
function createCaller(s3: S3Settings) {
  const signingKeys = new Map<string, ArrayBuffer>();

  async function send({ method, url, headers, body, bodyHash = emptyHash }: BucketCall): Promise<Response> {
    const { accessKeyId, secretAccessKey, sessionToken, region } = s3;
    const signer = new AwsV4Signer({
      method,
      url,
      region,
      accessKeyId,
      secretAccessKey,
      sessionToken,
      service: 's3',
      cache: signingKeys,
      headers: { ...headers, 'X-Amz-Content-Sha256': bodyHash },
    });
    const signed = await signer.sign();
    const timeout = new AbortController();
    const timeoutMs = responseTimeoutMs + ((body?.size ?? 0) / minBytesPerSecond) * 1_000;
    const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      return await fetch(signed.url, {
        method,
        body,
        headers: signed.headers,
        redirect: 'manual',
        signal: timeout.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns a response with one of these statuses @throws AppError `unavailable` */
  return async function call(request: BucketCall, statuses: number[]): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      let problem: unknown;
      let isTransient = true;
      try {
        const response = await send(request);
        if (statuses.includes(response.status)) return response;
        problem = new Error(
          `the bucket answered ${response.status}: ${(await response.text()).slice(0, 500)}`,
        );
        isTransient = response.status >= 500 || response.status === 429;
      } catch (error) {
        problem = error;
      }
      const delayMs = retryDelaysMs[attempt];
      if (!isTransient || delayMs === undefined) throw storageAway(problem);
      await sleep(delayMs);
    }
  };
}

export function createS3Storage(s3: S3Settings): Storage {
  const call = createCaller(s3);
  const toUrl = (key: string): string => `${s3.bucketUrl}/${s3.prefix}${key}`;

  return {
    async put(key, body, type) {
      const headers = { 'Content-Type': type };
      const content = await toBlob(body, type);
      const response = await call({ method: 'PUT', url: toUrl(key), headers, ...content }, [200]);
      await response.body?.cancel();
    },
    async get(key) {
      const url = toUrl(key);
      const { status, headers } = await call({ method: 'HEAD', url }, [200, 404]);
      if (status === 404) return null;
      return {
        size: Number(headers.get('Content-Length')),
        etag: headers.get('ETag') ?? '""',
        async stream(range) {
          const request: BucketCall = { method: 'GET', url, headers: rangeHeader(range) };
          const { body } = await call(request, range ? [206] : [200]);
          return body ?? new Blob([]).stream();
        },
      };
    },
    async remove(key) {
      await call({ method: 'DELETE', url: toUrl(key) }, [200, 204, 404]);
    },
    async *list(folder) {
      let next: string | null = '';
      while (next !== null) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: s3.prefix + folder });
        if (next) query.set('continuation-token', next);
        const response = await call({ method: 'GET', url: `${s3.bucketUrl}/?${query}` }, [200]);
        const page = await response.text();
        yield* parseListing(page, s3.prefix.length);
        next = xmlText(page, 'NextContinuationToken');
      }
    },
  };
}

const emptyHash = hash('sha256', '');

const rangeHeader = (range: ByteRange | undefined): Record<string, string> =>
  range ? { Range: `bytes=${range.start}-${range.end}` } : {};

/** Buckets require a length, which a Blob has; a file is read as it is sent. */
async function toBlob(body: StorageBody, type: string): Promise<{ body: Blob; bodyHash: string }> {
  if (Buffer.isBuffer(body)) {
    return { body: new Blob([new Uint8Array(body)], { type }), bodyHash: hash('sha256', body) };
  }
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(body.file)) digest.update(chunk as Buffer);
  return { body: await openAsBlob(body.file, { type }), bodyHash: digest.digest('hex') };
}

function* parseListing(page: string, prefixLength: number): Generator<StorageEntry> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = xmlText(entry, 'Key');
    const changedAt = xmlText(entry, 'LastModified');
    if (key && changedAt) yield { key: key.slice(prefixLength), changedAt: new Date(changedAt) };
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const xmlText = (xml: string, element: string): string | null => {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '') ?? null;
};
