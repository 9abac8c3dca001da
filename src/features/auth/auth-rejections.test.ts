import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

/* What each call of sign-in rejects, in which words, and that nothing has changed afterwards. */

const app = await testAppForFile();
const { db, pool } = app.platform;
const guest = await signedInBrowser(app, 'ann@guests.example');
const invalidEmail = { email: 'Email is not a valid email' };
const sixDigits = { otp: 'Verification code must have 6 digits' };
const badCode = { code: 'Code is not valid' };
const badState = { state: 'State is not valid' };
const id = 'a'.repeat(43);
const response = { id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30' } };

const withoutEmail = [
  {},
  [],
  { email: '' },
  { email: 7 },
  { email: null },
  { email: ['ann@guests.example'] },
  { email: 'ann@guests' },
  { email: `${'a'.repeat(65)}@guests.example` },
  { email: `a@${'b'.repeat(250)}.example` },
  { email: 'ann@guests.example\r\nBcc: eve@guests.example' },
  { email: 'ann@guests.example,eve@guests.example' },
];
const invalidCodes = [
  undefined,
  '',
  '12345',
  '1234567',
  '12345a',
  123_456,
  null,
  ['123456'],
  '１２３４５６',
  '12.456',
];
const invalidGoogleCodes = [undefined, '', 7, null, ['x'], 'x'.repeat(2049)];
const invalidStates = [7, ['x'], {}, 'x'.repeat(513)];
const invalidNames = [7, null, ['phone'], {}];

type Case = [path: string, json: object, fields: Record<string, string>];
const bodies: Case[] = [
  ...withoutEmail.map((json): Case => ['/api/send-otp', json, invalidEmail]),
  ...invalidCodes.map((otp): Case => ['/api/verify-otp', { email: 'ann@guests.example', otp }, sixDigits]),
  ['/api/verify-otp', { otp: '123456' }, invalidEmail],
  ...invalidGoogleCodes.map((code): Case => ['/api/sessions', { code }, badCode]),
  ...invalidStates.map((state): Case => ['/api/sessions', { code: 'x', state }, badState]),
  ...invalidNames.map(
    (name): Case => ['/api/passkeys', { response, name }, { name: 'Name must be a string' }],
  ),
];

const sessions = () => db.selectFrom('sessions').select('id').orderBy('id').execute();

test.each(
  bodies.map(([path, json, fields]) => ({ path, json, fields, shown: JSON.stringify(json).slice(0, 60) })),
)('$path names the wrong field of $shown', async ({ path, json, fields }) => {
  const before = await sessions();
  const rejected = await guest.request('POST', path, { json });
  expect([rejected.status, await rejected.json()]).toMatchObject([400, { code: 'invalid', fields }]);
  expect(await sessions()).toEqual(before);
  await pool.query('truncate rate_limits');
});

test('a code of Google that is as long as can be is looked at, and is not one of this browser', async () => {
  for (const json of [
    { code: 'x'.repeat(2048), state: 'x'.repeat(512) },
    { code: 'x', state: null },
    { code: 'x' },
  ]) {
    const rejected = await guest.request('POST', '/api/sessions', { json });
    expect([rejected.status, await rejected.json()]).toMatchObject([
      400,
      { code: 'invalid', message: 'Google login failed. Please try again.' },
    ]);
  }
});

test.each([
  ['/api/passkeys', 'That passkey could not be added. Please try again.'],
  ['/api/passkeys/login', 'That passkey did not work. Please try again, or sign in with a code by e-mail.'],
  [
    '/api/passkeys/reauthenticate',
    'That passkey did not work. Please try again, or sign in with a code by e-mail.',
  ],
])(
  '%s says what to do with a response to no challenge, and with what is no response',
  async (path, message) => {
    const unasked = await guest.request('POST', path, { json: { response } });
    expect([unasked.status, await unasked.json()]).toMatchObject([400, { code: 'invalid', message }]);
    const none = await guest.request('POST', path, { json: { response: { id } } });
    expect([none.status, await none.json()]).toMatchObject([
      400,
      { code: 'invalid', message: 'This is not the answer of a passkey.' },
    ]);
  },
);

test.each([
  ['POST', '/api/passkeys/registration-options'],
  ['POST', '/api/passkeys'],
  ['POST', '/api/passkeys/reauthenticate-options'],
  ['POST', '/api/passkeys/reauthenticate'],
  ['GET', '/api/passkeys'],
  ['DELETE', `/api/passkeys/${newId()}`],
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions'],
  ['DELETE', `/api/sessions/${newId()}`],
  ['GET', '/api/admin/status'],
  ['GET', '/api/users/me/data'],
  ['DELETE', '/api/users/me'],
  ['GET', '/api/purchased-products'],
])('%s %s sends a visitor to sign in, with any cookie', async (method, path) => {
  for (const cookies of [{}, { session: 'x'.repeat(43) }, { session: '' }]) {
    const denied = await cookieBrowser(app, cookies as Record<string, string>).request(method, path, {
      ...(method === 'POST' ? { json: { response, name: 'Phone' } } : {}),
    });
    expect([denied.status, await denied.json()]).toMatchObject([
      401,
      { code: 'unauthenticated', message: 'Please sign in first.' },
    ]);
  }
});

test('a user without a passkey gets a message to add one first, and another’s passkey is not found', async () => {
  const none = await guest.request('POST', '/api/passkeys/reauthenticate-options');
  expect([none.status, await none.json()]).toMatchObject([
    409,
    { message: 'Please add a passkey to your account first.' },
  ]);
  const other = await signedInBrowser(app, 'eve@guests.example');
  const [owner] = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'eve@guests.example')
    .execute();
  const passkey = newId();
  await db
    .insertInto('passkeys')
    .values({
      id: passkey,
      user_id: owner?.id ?? '',
      credential_id: 'b'.repeat(43),
      public_key: Buffer.from('k'),
      counter: 0,
      transports: [],
      name: 'Phone',
      created_at: new Date(),
      last_used_at: null,
    })
    .execute();
  for (const name of [passkey, newId(), 'none', '%00']) {
    const denied = await guest.request('DELETE', `/api/passkeys/${name}`);
    expect([denied.status, await denied.json()]).toMatchObject([
      404,
      { message: 'There is no such passkey.' },
    ]);
  }
  expect(await (await other.request('GET', '/api/passkeys')).json()).toMatchObject([{ id: passkey }]);
});

test('sessions of others are neither seen nor ended, with the same message as for one that never existed', async () => {
  const other = await signedInBrowser(app, 'eve@guests.example');
  const list = async () => (await (await other.request('GET', '/api/sessions')).json()) as { id: string }[];
  const before = await list();
  const own = (await (await guest.request('GET', '/api/sessions')).json()) as { id: string }[];
  for (const { id } of before) {
    expect(own.map((session) => session.id)).not.toContain(id);
    const denied = await guest.request('DELETE', `/api/sessions/${id}`);
    expect([denied.status, await denied.json()]).toMatchObject([
      404,
      { message: 'There is no such session.' },
    ]);
  }
  expect(await list()).toEqual(before);
});
