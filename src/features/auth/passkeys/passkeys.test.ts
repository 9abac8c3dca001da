import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { softAuthenticator } from '../../../../test/soft-authenticator.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { findOrCreateUser } from '../find-or-create-user.server.ts';
import { insertSession } from '../session/store.server.ts';
import { hashToken, newToken } from '../tokens.server.ts';

const appUrl = 'http://localhost:3000';
const hourMs = 3_600_000;
const rejected = 'That passkey did not work. Please try again, or sign in with a code by e-mail.';

let app: TestApp;
let laterMs = 0;
beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + laterMs) });
});
beforeEach(() => {
  laterMs = 0;
});
afterAll(() => app.close());

type Browser = ReturnType<typeof cookieBrowser>;
type Device = ReturnType<typeof softAuthenticator>;

/** Opens a browser with a session, without signing in. */
async function signedIn(email: string): Promise<Browser & { userId: string }> {
  const user = await findOrCreateUser(app.ctx, { email });
  const token = newToken();
  const now = app.platform.now();
  await insertSession(app.platform.db, {
    id: newId(),
    user_id: user.id,
    token_hash: hashToken(token),
    method: 'code',
    created_at: now,
    last_seen_at: now,
    authenticated_at: now,
    user_agent: '',
    network: '',
  });
  return { ...cookieBrowser(app, { session: token }), userId: user.id };
}

const post = (browser: Browser, path: string, json?: object) =>
  browser.request('POST', `/api/passkeys${path}`, json ? { json } : {});

async function fetchOptions<Options>(browser: Browser, path: string): Promise<Options> {
  const response = await post(browser, path);
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
  return (await response.json()) as Options;
}
const creationOptions = (browser: Browser) =>
  fetchOptions<Parameters<Device['register']>[0]>(browser, '/registration-options');
const requestOptions = (browser: Browser, path = '/login-options') =>
  fetchOptions<Parameters<Device['sign']>[0]>(browser, path);

async function addTo(browser: Browser, name = 'My phone') {
  const device = softAuthenticator(appUrl);
  const response = await post(browser, '', {
    name,
    response: device.register(await creationOptions(browser)),
  });
  const passkey = (await response.json()) as { id: string; name: string };
  return { device, response, passkey };
}

const passkeysOf = async (browser: Browser) =>
  (await (await browser.request('GET', '/api/passkeys')).json()) as {
    id: string;
    lastUsedAt: string | null;
  }[];

const signInWith = async (
  device: Device,
  forgery: Parameters<Device['sign']>[1] = {},
  browser = cookieBrowser(app),
) => post(browser, '/login', { response: device.sign(await requestOptions(browser), forgery) });

test('a passkey is added, listed, and signs in from another browser', async () => {
  const browser = await signedIn('ann@example.com');
  const { device, response, passkey } = await addTo(browser);
  expect(response.status).toBe(201);
  expect(passkey).toEqual({
    id: expect.any(String),
    name: 'My phone',
    createdAt: expect.any(String),
    lastUsedAt: null,
  });
  const other = cookieBrowser(app, { session: 'x'.repeat(43) });
  const signed = await signInWith(device, {}, other);
  expect([signed.status, await signed.json()]).toEqual([200, { success: true }]);
  expect(other.jar.get('session')).toMatch(/^(?!x{43})[\w-]{43}$/);
  expect(await other.me()).toMatchObject({ email: 'ann@example.com' });
  expect(await passkeysOf(other)).toEqual([{ ...passkey, lastUsedAt: expect.any(String) }]);
});

test('options require this site, user verification and a new credential', async () => {
  const browser = await signedIn('bea@example.com');
  const { device } = await addTo(browser);
  expect(await creationOptions(browser)).toMatchObject({
    rp: { id: 'localhost', name: 'PCB Beach Rentals' },
    user: { name: 'bea@example.com', id: Buffer.from(browser.userId).toString('base64url') },
    attestation: 'none',
    timeout: 300_000,
    excludeCredentials: [{ id: device.credentials[0]?.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(await requestOptions(cookieBrowser(app))).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  });
});

test('a challenge is bound to its browser for five minutes by a cookie', async () => {
  const response = await post(cookieBrowser(app), '/login-options');
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
});

test('anonymous visitors cannot list, add or remove passkeys, nor reauthenticate', async () => {
  const anonymous = cookieBrowser(app);
  const { device } = await addTo(await signedIn('cleo@example.com'));
  const response = device.sign(await requestOptions(anonymous));
  const responses = await Promise.all([
    anonymous.request('GET', '/api/passkeys'),
    anonymous.request('DELETE', `/api/passkeys/${newId()}`),
    post(anonymous, '/registration-options'),
    post(anonymous, '', { name: 'x', response }),
    post(anonymous, '/reauthenticate-options'),
    post(anonymous, '/reauthenticate', { response }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(401));
});

test.each<[string, Parameters<Device['sign']>[1]]>([
  ['of another site', { origin: 'http://evil.example' }],
  ['of another port', { origin: 'http://localhost:4000' }],
  ['over HTTPS', { origin: 'https://localhost:3000' }],
  ['for another host', { rpId: 'evil.example' }],
  [
    'to another challenge',
    { challenge: Buffer.from('another challenge of 32 bytes!!!').toString('base64url') },
  ],
  ['for making a passkey', { type: 'webauthn.create' }],
  ['without a person', { flags: 0 }],
  ['without finger, face or PIN', { flags: 1 }],
  ['signed wrongly', { breakSignature: true }],
  ['for somebody else', { userHandle: Buffer.from(newId()).toString('base64url') }],
  ['for nobody', { userHandle: '' }],
])('login rejects a response %s', async (_, forgery) => {
  const { device } = await addTo(await signedIn('dora@example.com'));
  const browser = cookieBrowser(app);
  const response = await signInWith(device, forgery, browser);
  expect([response.status, await response.json()]).toMatchObject([400, { message: rejected }]);
  expect(await browser.me()).toBeNull();
});

test.each<[string, Parameters<Device['register']>[1]]>([
  ['of another site', { origin: 'http://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
  ['for signing in', { type: 'webauthn.get' }],
  ['without finger, face or PIN', { flags: 0x41 }],
])('registration rejects a passkey %s', async (_, forgery) => {
  const browser = await signedIn('ella@example.com');
  const device = softAuthenticator(appUrl);
  const response = await post(browser, '', {
    response: device.register(await creationOptions(browser), forgery),
  });
  expect(response.status).toBe(400);
  expect(await passkeysOf(browser)).toEqual([]);
});

test('login rejects a counter that did not rise', async () => {
  const { device } = await addTo(await signedIn('fay@example.com'));
  expect((await signInWith(device, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) expect((await signInWith(device, { counter })).status).toBe(400);
  expect((await signInWith(device, { counter: 8 })).status).toBe(200);
});

test('a device without a counter signs in repeatedly', async () => {
  const { device } = await addTo(await signedIn('gina@example.com'));
  for (const counter of [0, 0, 0]) expect((await signInWith(device, { counter })).status).toBe(200);
});

test('a response works once, also when sent concurrently', async () => {
  const { device } = await addTo(await signedIn('hanna@example.com'));
  const browser = cookieBrowser(app);
  const response = device.sign(await requestOptions(browser));
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => untilTaken(() => post(browser, '/login', { response }))),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
});

test('a response works in the challenged browser, for five minutes and one purpose', async () => {
  const owner = await signedIn('ida@example.com');
  const { device } = await addTo(owner);
  const challenged = cookieBrowser(app);
  const response = device.sign(await requestOptions(challenged));
  expect((await post(cookieBrowser(app), '/login', { response })).status).toBe(400);
  const forReauthentication = device.sign(await requestOptions(owner, '/reauthenticate-options'));
  expect((await post(owner, '/login', { response: forReauthentication })).status).toBe(400);
  laterMs = 5 * 60_000 + 1_000;
  expect((await post(challenged, '/login', { response })).status).toBe(400);
});

test('a device’s response to one user adds no passkey to another', async () => {
  const [ann, eve] = [await signedIn('ann2@example.com'), await signedIn('eve@example.com')];
  const response = softAuthenticator(appUrl).register(await creationOptions(ann));
  eve.jar.set('passkey', ann.jar.get('passkey') ?? '');
  expect((await post(eve, '', { response })).status).toBe(400);
  expect((await post(ann, '', { response })).status).toBe(201);
});

test('a passkey is removed only by its owner, and then cannot sign in', async () => {
  const [owner, eve] = [await signedIn('jane@example.com'), await signedIn('eve2@example.com')];
  const { device, passkey } = await addTo(owner);
  for (const id of [passkey.id, newId(), 'x', '%00'])
    expect((await eve.request('DELETE', `/api/passkeys/${id}`)).status).toBe(404);
  expect(await passkeysOf(eve)).toEqual([]);
  expect(await passkeysOf(owner)).toHaveLength(1);
  expect((await owner.request('DELETE', `/api/passkeys/${passkey.id}`)).status).toBe(200);
  expect((await owner.request('DELETE', `/api/passkeys/${passkey.id}`)).status).toBe(404);
  expect((await signInWith(device)).status).toBe(400);
});

test('the owner is mailed when a passkey is added or removed', async () => {
  const browser = await signedIn('olga@example.com');
  const { passkey } = await addTo(browser, '<b>Phone</b>');
  await browser.request('DELETE', `/api/passkeys/${passkey.id}`);
  const mails = (await app.queuedMail()).filter(({ to }) => to.address === 'olga@example.com');
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ]);
  expect(mails[0]?.text).toContain(`${appUrl}/account`);
  expect(mails[0]?.html).toContain('&lt;b&gt;Phone&lt;/b&gt;');
});

test('an administrator must reauthenticate after 12 hours, also to change passkeys or delete the account', async () => {
  const host = await signedIn('host@example.com');
  const { device, passkey } = await addTo(host);
  laterMs = 12 * hourMs + 1_000;
  expect((await host.request('DELETE', `/api/passkeys/${passkey.id}`)).status).toBe(403);
  expect((await post(host, '/registration-options')).status).toBe(403);
  for (const [method, path] of [
    ['GET', '/api/users/me/data'],
    ['DELETE', '/api/users/me'],
  ] as const) {
    const response = await host.request(method, path);
    expect([path, response.status]).toEqual([path, 403]);
    expect(await response.json()).toMatchObject({ message: 'Please confirm with your passkey to go on.' });
  }
  expect(await host.me()).not.toBeNull();
  const before = host.jar.get('session') ?? '';
  const response = await post(host, '/reauthenticate', {
    response: device.sign(await requestOptions(host, '/reauthenticate-options')),
  });
  expect(response.status).toBe(200);
  expect(host.jar.get('session')).not.toBe(before);
  expect(await cookieBrowser(app, { session: before }).me()).toBeNull();
  expect((await host.request('GET', '/api/users/me/data')).status).toBe(200);
  expect((await host.request('DELETE', `/api/passkeys/${passkey.id}`)).status).toBe(200);
});

test('reauthentication rejects another user’s passkey, and a user without one', async () => {
  const [kim, eve] = [await signedIn('kim@example.com'), await signedIn('eve3@example.com')];
  const { device } = await addTo(kim);
  expect((await post(eve, '/reauthenticate-options')).status).toBe(409);
  await addTo(eve);
  const options = await requestOptions(eve, '/reauthenticate-options');
  const before = eve.jar.get('session');
  expect((await post(eve, '/reauthenticate', { response: device.sign(options) })).status).toBe(400);
  expect(eve.jar.get('session')).toBe(before);
});

test('a user has at most twenty passkeys, with names of one line', async () => {
  const browser = await signedIn('lea@example.com');
  const { passkey } = await addTo(browser, ' Work\n\u202elaptop \u0000 ');
  expect(passkey.name).toBe('Work laptop');
  expect((await addTo(browser, '')).passkey.name).toBe('Passkey');
  expect((await addTo(browser, 'n'.repeat(200))).passkey.name).toHaveLength(100);
  for (let count = 3; count < 20; count += 1) expect((await addTo(browser)).response.status).toBe(201);
  expect((await post(browser, '/registration-options')).status).toBe(409);
});

const invalidCharacters = ['\0', ' ', '=', 'é'];
const invalidChallenges = ['\0', 'a\0', 'a b', ''];

test('rejects malformed bodies', async () => {
  const browser = await signedIn('mia@example.com');
  const device = softAuthenticator(appUrl);
  const good = device.register(await creationOptions(browser));
  const bodies: unknown[] = [
    {},
    [],
    null,
    'a',
    { response: null },
    { response: [] },
    { response: {} },
    { response: { ...good, id: 1 } },
    { response: { ...good, rawId: 'x' } },
    { response: { ...good, type: 'x' } },
    { response: { ...good, response: null } },
    { response: { ...good, response: { clientDataJSON: 1 } } },
    { response: { ...good, response: { clientDataJSON: 'bm8' } } },
    { response: good, name: 1 },
    ...invalidCharacters.map((invalid) => {
      const id = `${'a'.repeat(16)}${invalid}`;
      return { response: { ...good, id, rawId: id } };
    }),
    ...invalidChallenges.map((challenge) => {
      const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString('base64url');
      return { response: { ...good, response: { ...good.response, clientDataJSON } } };
    }),
    { response: { ...good, id: 'a'.repeat(1401), rawId: 'a'.repeat(1401) } },
    { response: { ...good, response: { ...good.response, attestationObject: 'AAAA' } } },
  ];
  for (const json of bodies)
    for (const path of ['', '/login', '/reauthenticate']) {
      const response = await browser.request('POST', `/api/passkeys${path}`, { json });
      expect(response.status, JSON.stringify(json)).toBe(400);
    }
  expect(await passkeysOf(browser)).toEqual([]);
});

test('challenges and responses are limited per client address', async () => {
  const from = '198.51.100.77';
  const request = () => app.request('POST', '/api/passkeys/login-options', { from });
  const challenges = [];
  for (let count = 0; count < 121; count += 1) challenges.push((await request()).status);
  expect(challenges).toEqual([...Array(120).fill(200), 429]);
  const { device } = await addTo(await signedIn('nell@example.com'));
  const response = device.sign(await requestOptions(cookieBrowser(app)));
  const statuses = [];
  for (let count = 0; count < 61; count += 1)
    statuses.push((await app.request('POST', '/api/passkeys/login', { from, json: { response } })).status);
  expect(statuses).toEqual([...Array(60).fill(400), 429]);
});
