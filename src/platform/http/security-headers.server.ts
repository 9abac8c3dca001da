import type { Settings } from '../../env.server.ts';

/** What may run on a page: the hash or nonce of each inline script, and whether those may load further scripts. */
interface ScriptPolicy {
  sources: string[];
  /** Origins that may be framed by the page. */
  frames?: string[];
  /** Origins beside this site's that the page may send to. */
  receivers?: string[];
}

/**
 * The policy of one HTML answer: nothing inline but the named scripts, no `eval`, no plug-ins, no foreign base, and
 * script sinks take only values from our one policy.
 */
export function contentSecurityPolicy(
  settings: Settings,
  { sources, frames = ["'self'"], receivers = [] }: ScriptPolicy,
): string {
  const directives = [
    "default-src 'self'",
    `script-src ${sources.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...receivers].join(' '),
    "media-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...settings.frameAncestors].join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types rich-text',
    'report-uri /api/csp-reports',
  ];
  if (settings.appUrl.startsWith('https:')) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

/**
 * The policy of a frame for others' scripts: a document without an origin, so that they reach neither the site's pages
 * nor its cookies, and send only to the given origins. Their makers know no trusted types.
 */
export const sandboxedFramePolicy = (settings: Settings, sources: string[], origins: string[]): string =>
  [
    "default-src 'none'",
    `script-src ${[...sources, ...origins].join(' ')}`,
    `connect-src ${origins.join(' ')}`,
    `img-src ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...settings.frameAncestors].join(' ')}`,
    'sandbox allow-scripts',
    'report-uri /api/csp-reports',
  ].join('; ');

/** The policy of everything that is not a page: it may load and run nothing. */
const nonDocumentPolicy = (settings: Settings) =>
  `default-src 'none'; frame-ancestors ${["'self'", ...settings.frameAncestors].join(' ')}; base-uri 'none'; form-action 'none'`;

/** Headers that every answer carries; a page replaces the policy by its own. */
export function securityHeaders(settings: Settings): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Security-Policy': nonDocumentPolicy(settings),
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
  if (settings.frameAncestors.length === 0) headers['X-Frame-Options'] = 'SAMEORIGIN';
  if (settings.production && settings.appUrl.startsWith('https:')) {
    // Without includeSubDomains: the operator's other hosts below this one may have no TLS.
    headers['Strict-Transport-Security'] = 'max-age=63072000';
  }
  return headers;
}
