import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Log } from '../observability/logger.server.ts';

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Warns once of a proxy in this network that `TRUST_PROXY` does not name: all its visitors share one limit. */
export function untrustedProxyWarning(
  log: Log,
  isTrusted: (address: string, hop: number) => boolean,
): (incoming: IncomingMessage) => void {
  let warned = false;
  return ({ headers, socket: { remoteAddress: proxy } }) => {
    if (warned || headers['x-forwarded-for'] === undefined || proxy === undefined) return;
    if (isTrusted(proxy, 0) || !isPrivate(proxy, 0)) return;
    warned = true;
    log.warn(
      { event: 'untrusted-proxy', proxy },
      'TRUST_PROXY does not name the proxy that forwards requests: all its visitors share one limit',
    );
  };
}
