import type { Description } from '../../platform/openapi/document.server.ts';

// What the API's own pages say about each call of the accounts, as JSON Schema.

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const record = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const success = record({ success: { const: true } });

export const descriptions = {
  me: {
    summary: 'Who is signed in on this browser; null for an anonymous visitor',
    answer: {
      oneOf: [
        { type: 'null' },
        record({ id: { ...text, format: 'uuid' }, email: text, name: text, createdAt: moment }),
      ],
    },
  },
  sendOtp: {
    summary: 'Mails a code of six digits to an address',
    details:
      'The same answer for every address. The code lives 10 minutes, works once and only in the browser that asked (cookie). For each address 5 in 70 minutes, 30 in a day; for each client address 30 in an hour.',
    body: record({ email: { ...text, format: 'email' } }),
    answer: success,
    refusals: ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'],
  },
  verifyOtp: {
    summary: 'Signs in with the mailed code',
    details:
      'Spaces and hyphens in the code do not matter. Signing in ends every other code of the address. At most 5 wrong guesses for a code; 20 an hour for each address by browsers that did not ask for a code.',
    body: record({ email: { ...text, format: 'email' }, otp: text }),
    answer: success,
    refusals: ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'],
  },
  logout: {
    summary: 'Ends the session of this browser, on the server too',
    details: 'Refused when another site’s page asks. POST does the same.',
    answer: success,
    refusals: ['forbidden'],
  },
  adminStatus: {
    summary: 'Whether the person who is signed in is an administrator',
    details:
      'needsReauthentication: the session is older than 12 hours and must be confirmed with a passkey before any admin call.',
    answer: record({ isAdmin: { type: 'boolean' }, needsReauthentication: { type: 'boolean' } }),
    refusals: ['unauthenticated'],
  },
  sessions: {
    summary: 'Every browser that is signed in to this account',
    answer: {
      type: 'array',
      items: record({
        id: { ...text, format: 'uuid' },
        device: text,
        place: text,
        method: { enum: ['code', 'google', 'passkey'] },
        createdAt: moment,
        lastUsedAt: moment,
        current: { type: 'boolean' },
      }),
    },
    refusals: ['unauthenticated'],
  },
  endSession: {
    summary: 'Signs one of one’s own browsers out',
    answer: success,
    refusals: ['unauthenticated', 'forbidden', 'notFound'],
  },
  endOtherSessions: {
    summary: 'Signs every other browser of this account out',
    answer: record({ success: { const: true }, ended: { type: 'integer' } }),
    refusals: ['unauthenticated', 'forbidden'],
  },
} satisfies Record<string, Description>;
