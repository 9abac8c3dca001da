import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/**
 * What is wrong with a request's signature (AWS Signature Version 4), as S3's error code, or null. Worked out from the
 * rules of the protocol, without the product's library.
 */
export function signatureFault(request: Request, body: Buffer, keys: Keys, now = Date.now()): string | null {
  const [, id, day = '', region, names = '', signature = ''] =
    authorization.exec(request.headers.get('authorization') ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const time = request.headers.get('x-amz-date') ?? '';
  const moment = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!time.startsWith(day) || !(Math.abs(now - moment) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(needed)) return 'AccessDenied';
  const claimed = request.headers.get('x-amz-content-sha256');
  if (claimed !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url);
  const query = [...url.searchParams]
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${(request.headers.get(name) ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, names, claimed].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const dayKey = hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), keys.region), 's3');
  const right = hmac(hmac(dayKey, 'aws4_request'), toSign);
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
