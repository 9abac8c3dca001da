import { request as httpRequest } from 'node:http';
import { type Claims, exactly } from './claim.ts';
import { ports } from './place.ts';
import { appUrl } from './proxy.ts';
import type { Stage } from './stage.ts';

const oneYearSeconds = 31_536_000;

/** What the outside can reach: only HTTPS, and metrics only with the token. */
export const front: Claims = async (stage) => {
  const guest = stage.visitor('127.0.1.250');
  const paths = ['/', '/api/properties', '/healthz', '/metrics', '/no-such-page'];
  const replies = await Promise.all(paths.map((path) => guest.request('GET', path)));
  const lasting = replies.filter(({ headers }) => {
    const seconds = /max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1];
    return Number(seconds) >= oneYearSeconds;
  });
  const moved = await overHttp('/stay/sunset-villa?from=mail');
  const metrics = await metricsSeenFrom(stage);
  return [
    exactly(`Answers with HSTS of a year and more, of ${paths.length}`, lasting.length, paths.length),
    exactly(
      'Plain HTTP sent to the same address over HTTPS',
      moved === `${appUrl}/stay/sunset-villa?from=mail` ? 1 : 0,
      1,
    ),
    exactly('Spellings of /metrics open to the world', metrics.open, 0),
    exactly('Processes that show their metrics to whoever knows the token', metrics.withToken, 2),
  ];
};

/** Returns the URL that a request in plain HTTP is permanently redirected to. */
const overHttp = (path: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ports.http, path, headers: { Host: 'localhost' } };
    const request = httpRequest(options, (response) => {
      response.resume();
      resolve(response.statusCode === 308 ? response.headers.location : undefined);
    });
    request.once('error', reject);
    request.end();
  });

/** Asks for the metrics through the proxy, as strangers do and as a monitor does. */
async function metricsSeenFrom(stage: Stage): Promise<{ open: number; withToken: number }> {
  const addresses = [await stage.addressFor(stage.sites[0]), await stage.addressFor(stage.sites[1])];
  const isOpen = async (address: string, path: string, headers: Record<string, string>) => {
    const { status, body } = await stage.visitor(address).request('GET', path, { headers });
    return status === 200 && body.includes('process_cpu_seconds_total');
  };
  const spellings = ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/METRICS', '/x/../metrics'];
  const claims: Record<string, string>[] = [
    {},
    { 'X-Forwarded-For': '127.0.0.1' },
    { Connection: 'close, X-Forwarded-For' },
  ];
  const strangers = spellings.flatMap((path) =>
    claims.map((headers) => isOpen('127.0.1.251', path, headers)),
  );
  const monitor = { Authorization: `Bearer ${stage.metricsToken}` };
  const monitors = addresses.map((address) => isOpen(address, '/metrics', monitor));
  return {
    open: (await Promise.all(strangers)).filter(Boolean).length,
    withToken: (await Promise.all(monitors)).filter(Boolean).length,
  };
}
