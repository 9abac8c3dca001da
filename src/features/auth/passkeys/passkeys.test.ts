import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { softAuthenticator } from '../../../../test/soft-authenticator.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { findOrCreateUser } from '../find-or-create-user.server.ts';
import { insertSession } from '../session/store.server.ts';
import { hashToken, newToken } from '../tokens.server.ts';

const appUrl = 'http://localhost:3000';
const hourMs = 3_600_000;
const refused = 'That passkey did not work. Please try again, or sign in with a code by e-mail.';

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

/** A browser in which somebody is signed in by other means. */
async function signedIn(email: string): Promise<Browser & { userId: string }> {
  const user = await findOrCreateUser(app.ctx, { email });
  const token = newToken();
  const now = app.platform.now();
  await insertSession(app.platform.db, {
    ...{ id: newId(), user_id: user.id, token_hash: hashToken(token), method: 'code' },
    ...{ created_at: now, last_seen_at: now, authenticated_at: now, user_agent: '', network: '' },
  });
  return { ...cookieBrowser(app, { session: token }), userId: user.id };
}

const post = (browser: Browser, path: string, json?: object) =>
  browser.request('POST', `/api/passkeys${path}`, json ? { json } : {});

async function question<Options>(browser: Browser, path: string): Promise<Options> {
  const response = await post(browser, path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Options;
}
const askNew = (browser: Browser) =>
  question<Parameters<Device['register']>[0]>(browser, '/registration-options');
const askSign = (browser: Browser, path = '/login-options') =>
  question<Parameters<Device['sign']>[0]>(browser, path);

async function addTo(browser: Browser, name = 'My phone') {
  const device = softAuthenticator(appUrl);
  const answer = await post(browser, '', { name, response: device.register(await askNew(browser)) });
  const passkey = (await answer.json()) as { id: string; name: string };
  return { device, answer, passkey };
}

const passkeysOf = async (browser: Browser) =>
  (await (await browser.request('GET', '/api/passkeys')).json()) as {
    id: string;
    lastUsedAt: string | null;
  }[];

const signInWith = async (
  device: Device,
  lies: Parameters<Device['sign']>[1] = {},
  browser = cookieBrowser(app),
) => post(browser, '/login', { response: device.sign(await askSign(browser), lies) });

test('a person adds a passkey, sees it, and signs in with it from another browser', async () => {
  const browser = await signedIn('ann@example.com');
  const { device, answer, passkey } = await addTo(browser);
  expect(answer.status).toBe(201);
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

test('devices are asked for this site alone, for the person’s finger, face or PIN, and not twice', async () => {
  const browser = await signedIn('bea@example.com');
  const { device } = await addTo(browser);
  expect(await askNew(browser)).toMatchObject({
    rp: { id: 'localhost', name: 'PCB Beach Rentals' },
    user: { name: 'bea@example.com', id: Buffer.from(browser.userId).toString('base64url') },
    attestation: 'none',
    timeout: 300_000,
    excludeCredentials: [{ id: device.credentials[0]?.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(await askSign(cookieBrowser(app))).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  });
});

test('a question is bound to its browser for five minutes by a cookie of our own', async () => {
  const response = await post(cookieBrowser(app), '/login-options');
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
});

test('whoever is not signed in can neither see, add, remove nor renew', async () => {
  const stranger = cookieBrowser(app);
  const { device } = await addTo(await signedIn('cleo@example.com'));
  const response = device.sign(await askSign(stranger));
  const responses = await Promise.all([
    stranger.request('GET', '/api/passkeys'),
    stranger.request('DELETE', `/api/passkeys/${newId()}`),
    post(stranger, '/registration-options'),
    post(stranger, '', { name: 'x', response }),
    post(stranger, '/reauthenticate-options'),
    post(stranger, '/reauthenticate', { response }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(401));
});

test.each<[string, Parameters<Device['sign']>[1]]>([
  ['of another site', { origin: 'http://evil.example' }],
  ['of another port', { origin: 'http://localhost:4000' }],
  ['over HTTPS', { origin: 'https://localhost:3000' }],
  ['for another host', { rpId: 'evil.example' }],
  [
    'to another question',
    { challenge: Buffer.from('another challenge of 32 bytes!!!').toString('base64url') },
  ],
  ['for making a passkey', { type: 'webauthn.create' }],
  ['without a person', { flags: 0 }],
  ['without finger, face or PIN', { flags: 1 }],
  ['signed wrongly', { breakSignature: true }],
  ['for somebody else', { userHandle: Buffer.from(newId()).toString('base64url') }],
  ['for nobody', { userHandle: '' }],
])('an answer %s signs nobody in', async (_, lies) => {
  const { device } = await addTo(await signedIn('dora@example.com'));
  const browser = cookieBrowser(app);
  const response = await signInWith(device, lies, browser);
  expect([response.status, await response.json()]).toMatchObject([400, { message: refused }]);
  expect(await browser.me()).toBeNull();
});

test.each<[string, Parameters<Device['register']>[1]]>([
  ['of another site', { origin: 'http://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['to another question', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
  ['for signing in', { type: 'webauthn.get' }],
  ['without finger, face or PIN', { flags: 0x41 }],
])('a passkey %s is not added', async (_, lies) => {
  const browser = await signedIn('ella@example.com');
  const device = softAuthenticator(appUrl);
  const answer = await post(browser, '', { response: device.register(await askNew(browser), lies) });
  expect(answer.status).toBe(400);
  expect(await passkeysOf(browser)).toEqual([]);
});

test('a counter that did not rise tells of a copied device and is refused', async () => {
  const { device } = await addTo(await signedIn('fay@example.com'));
  expect((await signInWith(device, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) expect((await signInWith(device, { counter })).status).toBe(400);
  expect((await signInWith(device, { counter: 8 })).status).toBe(200);
});

test('devices without a counter work again and again', async () => {
  const { device } = await addTo(await signedIn('gina@example.com'));
  for (const counter of [0, 0, 0]) expect((await signInWith(device, { counter })).status).toBe(200);
});

test('an answer counts once, also when it is sent many times at once', async () => {
  const { device } = await addTo(await signedIn('hanna@example.com'));
  const browser = cookieBrowser(app);
  const response = device.sign(await askSign(browser));
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => post(browser, '/login', { response })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
});

test('an answer counts in the browser that was asked, for five minutes, and for what was asked', async () => {
  const owner = await signedIn('ida@example.com');
  const { device } = await addTo(owner);
  const asked = cookieBrowser(app);
  const response = device.sign(await askSign(asked));
  expect((await post(cookieBrowser(app), '/login', { response })).status).toBe(400);
  const forRenewal = device.sign(await askSign(owner, '/reauthenticate-options'));
  expect((await post(owner, '/login', { response: forRenewal })).status).toBe(400);
  laterMs = 5 * 60_000 + 1_000;
  expect((await post(asked, '/login', { response })).status).toBe(400);
});

test('a device’s answer to one person adds no passkey to another', async () => {
  const [ann, eve] = [await signedIn('ann2@example.com'), await signedIn('eve@example.com')];
  const response = softAuthenticator(appUrl).register(await askNew(ann));
  eve.jar.set('passkey', ann.jar.get('passkey') ?? '');
  expect((await post(eve, '', { response })).status).toBe(400);
  expect((await post(ann, '', { response })).status).toBe(201);
});

test('a passkey is removed by its owner alone, and then signs nobody in', async () => {
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

test('a person is mailed when a passkey is added or removed, by whomever', async () => {
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

test('an administrator with a passkey must use it again after twelve hours, before changing passkeys or leaving too', async () => {
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
  const answer = await post(host, '/reauthenticate', {
    response: device.sign(await askSign(host, '/reauthenticate-options')),
  });
  expect(answer.status).toBe(200);
  expect(host.jar.get('session')).not.toBe(before);
  expect(await cookieBrowser(app, { session: before }).me()).toBeNull();
  expect((await host.request('GET', '/api/users/me/data')).status).toBe(200);
  expect((await host.request('DELETE', `/api/passkeys/${passkey.id}`)).status).toBe(200);
});

test('nobody renews with another person’s passkey, or without one', async () => {
  const [kim, eve] = [await signedIn('kim@example.com'), await signedIn('eve3@example.com')];
  const { device } = await addTo(kim);
  expect((await post(eve, '/reauthenticate-options')).status).toBe(409);
  await addTo(eve);
  const options = await askSign(eve, '/reauthenticate-options');
  const before = eve.jar.get('session');
  expect((await post(eve, '/reauthenticate', { response: device.sign(options) })).status).toBe(400);
  expect(eve.jar.get('session')).toBe(before);
});

test('a person keeps at most twenty passkeys, named in one line', async () => {
  const browser = await signedIn('lea@example.com');
  const { passkey } = await addTo(browser, ' Work\n\u202elaptop \u0000 ');
  expect(passkey.name).toBe('Work laptop');
  expect((await addTo(browser, '')).passkey.name).toBe('Passkey');
  expect((await addTo(browser, 'n'.repeat(200))).passkey.name).toHaveLength(100);
  for (let count = 3; count < 20; count += 1) expect((await addTo(browser)).answer.status).toBe(201);
  expect((await post(browser, '/registration-options')).status).toBe(409);
});

test('bodies of another shape are refused', async () => {
  const browser = await signedIn('mia@example.com');
  const device = softAuthenticator(appUrl);
  const good = device.register(await askNew(browser));
  const bodies: unknown[] = [
    ...[{}, [], null, 'a', { response: null }, { response: [] }, { response: {} }],
    ...[
      { response: { ...good, id: 1 } },
      { response: { ...good, rawId: 'x' } },
      { response: { ...good, type: 'x' } },
    ],
    ...[
      { response: { ...good, response: null } },
      { response: { ...good, response: { clientDataJSON: 1 } } },
    ],
    ...[{ response: { ...good, response: { clientDataJSON: 'bm8' } } }, { response: good, name: 1 }],
    ...['\0', ' ', '=', 'é'].map((odd) => {
      const id = `${'a'.repeat(16)}${odd}`;
      return { response: { ...good, id, rawId: id } };
    }),
    ...['\0', 'a\0', 'a b', ''].map((challenge) => {
      const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString('base64url');
      return { response: { ...good, response: { ...good.response, clientDataJSON } } };
    }),
    ...[{ response: { ...good, id: 'a'.repeat(1401), rawId: 'a'.repeat(1401) } }],
    ...[{ response: { ...good, response: { ...good.response, attestationObject: 'AAAA' } } }],
  ];
  for (const json of bodies)
    for (const path of ['', '/login', '/reauthenticate']) {
      const answer = await browser.request('POST', `/api/passkeys${path}`, { json });
      expect(answer.status, JSON.stringify(json)).toBe(400);
    }
  expect(await passkeysOf(browser)).toEqual([]);
});

test('questions and answers are limited per client address', async () => {
  const from = '198.51.100.77';
  const ask = () => app.request('POST', '/api/passkeys/login-options', { from });
  const questions = [];
  for (let count = 0; count < 121; count += 1) questions.push((await ask()).status);
  expect(questions).toEqual([...Array(120).fill(200), 429]);
  const { device } = await addTo(await signedIn('nell@example.com'));
  const response = device.sign(await askSign(cookieBrowser(app)));
  const answers = [];
  for (let count = 0; count < 61; count += 1)
    answers.push((await app.request('POST', '/api/passkeys/login', { from, json: { response } })).status);
  expect(answers).toEqual([...Array(60).fill(400), 429]);
});
