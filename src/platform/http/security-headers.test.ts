import { expect, test } from 'vitest';
import { testSettings } from '../../../test/app.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.server.ts';

const local = testSettings('postgresql://localhost/pcb', '/tmp');
const withTls = { ...local, production: true, appUrl: 'https://stay.example' };
const framed = { ...local, frameAncestors: ['https://partner.example', 'https://other.example'] };

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));

test('what is no page may load and run nothing', () => {
  expect(directives(securityHeaders(local)['Content-Security-Policy'] ?? '')).toEqual({
    'default-src': "'none'",
    'frame-ancestors': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
  });
});

test('a page runs only the scripts that are named, and loads only from the site', () => {
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

test('a frame’s own page may load that frame and no other', () => {
  const policy = contentSecurityPolicy(local, { sources: ["'none'"], frames: ['https://www.google.com'] });
  expect(directives(policy)).toMatchObject({
    'script-src': "'none'",
    'frame-src': 'https://www.google.com',
  });
});

test('only the site itself, and the origins that are set, may frame it', () => {
  expect(securityHeaders(local)['X-Frame-Options']).toBe('SAMEORIGIN');
  const policy = contentSecurityPolicy(framed, { sources: [] });
  for (const guarded of [policy, securityHeaders(framed)['Content-Security-Policy'] ?? '']) {
    expect(directives(guarded)['frame-ancestors']).toBe(
      "'self' https://partner.example https://other.example",
    );
  }
  expect(securityHeaders(framed)).not.toHaveProperty('X-Frame-Options');
});

test('browsers are told to stay with TLS only where there is TLS for good', () => {
  // Two years, and nothing said about subdomains: an operator's others may have no TLS.
  expect(securityHeaders(withTls)['Strict-Transport-Security']).toBe('max-age=63072000');
  expect(securityHeaders(local)).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders({ ...withTls, production: false })).not.toHaveProperty('Strict-Transport-Security');
  expect(contentSecurityPolicy(withTls, { sources: [] })).toContain('upgrade-insecure-requests');
  expect(contentSecurityPolicy(local, { sources: [] })).not.toContain('upgrade-insecure-requests');
});

test('no header value can break out of its line', () => {
  for (const value of Object.values(securityHeaders(framed))) expect(value).toMatch(/^[\x20-\x7e]+$/);
});
