import type { Settings } from '../../env.server.ts';

interface ScriptPolicy {
  sources: string[];
  frames?: string[];
  receivers?: string[];
}

/** Builds a page's policy: only the named inline scripts, no `eval`, and one trusted-types policy for script sinks. */
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

/** Builds the policy of a frame for third-party scripts, whose missing origin keeps them from pages and cookies. */
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

const nonDocumentPolicy = (settings: Settings) =>
  `default-src 'none'; frame-ancestors ${["'self'", ...settings.frameAncestors].join(' ')}; base-uri 'none'; form-action 'none'`;

/** Builds the headers of every response; a page replaces the policy by its own. */
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
    // The header omits includeSubDomains: the operator's other hosts below this one may have no TLS.
    headers['Strict-Transport-Security'] = 'max-age=63072000';
  }
  return headers;
}
