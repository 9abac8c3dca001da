import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Log } from '../observability/logger.server.ts';

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Warns, once, of requests that a proxy in this network forwards although `TRUST_PROXY` does not name it: to the limits
 * all its visitors are one. Anybody else who sends the header is not believed, rightly.
 */
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
