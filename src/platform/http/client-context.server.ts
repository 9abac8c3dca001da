import type { MiddlewareHandler } from 'hono';
import proxyAddr from 'proxy-addr';
import type { Platform } from '../context.server.ts';
import type { ApiEnv } from './app-env.server.ts';
import { toClientKey } from './rate-limit.server.ts';
import { untrustedProxyWarning } from './untrusted-proxy.server.ts';

/** Gives each request a context without a viewer; its limits count by the client address that trusted proxies report. */
export function clientContext(platform: Platform): MiddlewareHandler<ApiEnv> {
  const trusted = proxyAddr.compile(platform.settings.trustProxy);
  const warnOfProxy = untrustedProxyWarning(platform.log, trusted);
  return async (c, next) => {
    const { incoming } = c.env;
    if (incoming) warnOfProxy(incoming);
    const address = incoming ? proxyAddr(incoming, trusted) : 'in-process';
    const log = platform.log.child({ requestId: c.get('requestId') });
    c.set('ctx', { ...platform, log, viewer: null, clientKey: toClientKey(address) });
    await next();
  };
}
