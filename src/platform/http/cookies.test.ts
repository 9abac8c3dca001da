import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { cookieValue, mayCarrySession, sessionCookie } from './cookies.server.ts';

const local = { appUrl: 'http://localhost:3000' };
const secure = { appUrl: 'https://site.example' };

test('T-52: no header in which a session is found is taken for one without: 0 of 20,000', () => {
  const part = fc.constantFrom(
    'session',
    '__Host-session',
    'Session',
    'a',
    '=',
    ' =',
    '= ',
    ';',
    '; ',
    ' ',
    '\t',
    '"',
    ',',
    '%73',
    'ess',
    's',
    'x1',
    '\u00a0',
    '\u000b',
    'é',
  );
  const header = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  let sessions = 0;
  fc.assert(
    fc.property(header, (text) => {
      for (const settings of [local, secure]) {
        if (cookieValue(settings, text, sessionCookie) === undefined) continue;
        sessions += 1;
        if (!mayCarrySession(text)) return false;
      }
      return true;
    }),
    { numRuns: runs(20_000, 20_000) },
  );
  expect(sessions).toBeGreaterThan(100);
});

test.each([null, undefined, '', 'theme=dark', 'known=abc; login=def'])('%j carries no session', (header) => {
  expect(mayCarrySession(header)).toBe(false);
});

test.each(['booking=abc', '__Host-booking=abc', 'theme=dark; booking=abc'])(
  '%j is rendered only for its browser, which may see a booking',
  (header) => {
    expect(mayCarrySession(header)).toBe(true);
  },
);
