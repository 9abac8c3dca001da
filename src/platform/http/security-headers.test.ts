import { expect, test } from 'vitest';
import { testSettings } from '../../../test/app.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.server.ts';

const local = testSettings('postgresql://localhost/pcb', '/tmp');
const withTls = { ...local, production: true, appUrl: 'https://stay.example' };
const framed = { ...local, frameAncestors: ['https://partner.example', 'https://other.example'] };

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));

test('the policy of other responses allows nothing', () => {
  expect(directives(securityHeaders(local)['Content-Security-Policy'] ?? '')).toEqual({
    'default-src': "'none'",
    'frame-ancestors': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
  });
});

test('the page policy allows only the named scripts and the site’s own resources', () => {
  const policy = contentSecurityPolicy(local, { sources: ["'nonce-abc'", "'strict-dynamic'"] });
  expect(directives(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'nonce-abc' 'strict-dynamic'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'self'",
    'require-trusted-types-for': "'script'",
  });
  expect(policy).not.toMatch(/unsafe|\*|https:/);
});

test('the policy of a frame page allows only that frame', () => {
  const policy = contentSecurityPolicy(local, { sources: ["'none'"], frames: ['https://www.google.com'] });
  expect(directives(policy)).toMatchObject({
    'script-src': "'none'",
    'frame-src': 'https://www.google.com',
  });
});

test('frame-ancestors lists the site and FRAME_ANCESTORS', () => {
  expect(securityHeaders(local)['X-Frame-Options']).toBe('SAMEORIGIN');
  const policy = contentSecurityPolicy(framed, { sources: [] });
  for (const guarded of [policy, securityHeaders(framed)['Content-Security-Policy'] ?? '']) {
    expect(directives(guarded)['frame-ancestors']).toBe(
      "'self' https://partner.example https://other.example",
    );
  }
  expect(securityHeaders(framed)).not.toHaveProperty('X-Frame-Options');
});

test('Strict-Transport-Security is sent only in production over HTTPS', () => {
  // Two years, and nothing said about subdomains: an operator's others may have no TLS.
  expect(securityHeaders(withTls)['Strict-Transport-Security']).toBe('max-age=63072000');
  expect(securityHeaders(local)).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders({ ...withTls, production: false })).not.toHaveProperty('Strict-Transport-Security');
  expect(contentSecurityPolicy(withTls, { sources: [] })).toContain('upgrade-insecure-requests');
  expect(contentSecurityPolicy(local, { sources: [] })).not.toContain('upgrade-insecure-requests');
});

test('no header value contains a line break', () => {
  for (const value of Object.values(securityHeaders(framed))) expect(value).toMatch(/^[\x20-\x7e]+$/);
});
