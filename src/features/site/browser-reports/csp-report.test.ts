import { expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { sitePattern } from '../../../../test/page-patterns.ts';
import { createLog } from '../../../platform/observability/logger.server.ts';
import { parseReport } from './csp-report.server.ts';

const report = (fields: object) => JSON.stringify({ 'csp-report': fields });
const page = 'https://site.example';

test.each([
  [
    {
      'document-uri': `${page}/auth/callback?code=4/0AbCdEf&state=xyz`,
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/track.js?token=abc#frag',
      'original-policy': "default-src 'self'",
      'script-sample': 'alert("code")',
    },
    { directive: 'script-src-elem', blocked: 'https://evil.example', path: '/auth/callback' },
  ],
  [
    {
      'document-uri': `${page}/notify/leave?token=abc`,
      'violated-directive': "style-src 'self'",
      'blocked-uri': 'inline',
    },
    { directive: 'style-src', blocked: 'inline', path: '/notify/leave' },
  ],
  [
    { 'document-uri': 'about', 'effective-directive': '<b>', 'blocked-uri': 'data:text/html,secret' },
    { directive: 'unknown', blocked: 'data:', path: '*' },
  ],
  [
    {
      'document-uri': `https://user:secret@site.example/${'a'.repeat(999)}`,
      'effective-directive': 7,
      'blocked-uri': `https://user:secret@evil.example/`,
    },
    { directive: 'unknown', blocked: 'https://evil.example', path: '*' },
  ],
  [
    {
      'document-uri': `${page}/offers/secret-token`,
      'effective-directive': 'img-src',
      'blocked-uri': 'https://evil.example/a.png',
    },
    { directive: 'img-src', blocked: 'https://evil.example', path: '/offers/:token' },
  ],
])('parseReport %# keeps directive, blocked origin and the pattern of the page', (fields, kept) => {
  expect(parseReport(report(fields), sitePattern)).toEqual(kept);
});

test.each(['', '{', 'null', '[]', '{}', '{"csp-report":7}', '"text"'])('parseReport rejects %j', (text) => {
  expect(() => parseReport(text, sitePattern)).toThrow('This is not a content security policy report.');
});

test('T-106: a CSP report for a URL with a code leaves no code in the log', async () => {
  let written = '';
  const log = createLog('trace', {
    write(line: string) {
      written += line;
    },
  });
  const app = await testApp({ log });
  const headers = { 'Content-Type': 'application/csp-report' };
  const body = report({
    'document-uri': `${page}/checkout/success?sessionId=cs_live_secret&code=secret`,
    'effective-directive': 'connect-src',
    'blocked-uri': `${page}/api/x?token=secret`,
    referrer: `${page}/?secret`,
  });
  expect((await app.request('POST', '/api/csp-reports', { headers, body })).status).toBe(204);
  expect((await app.request('POST', '/api/csp-reports', { headers, body: 'secret' })).status).toBe(400);
  await app.close();
  expect(written).not.toContain('secret');
  expect(JSON.parse(written)).toMatchObject({
    level: 40,
    event: 'csp-report',
    directive: 'connect-src',
    blocked: page,
    path: '/checkout/success',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
