import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { askForCode, type Browser, guess, mailedCode } from '../../../../test/sign-in.ts';
import { findOrCreateUser, loadUser } from '../find-or-create-user.server.ts';

const ann = 'ann@guests.example';
const bob = 'bob@guests.example';
const google = { issuer: 'https://accounts.google.com', subject: '1001', emailVerified: true };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() =>
  app.platform.pool.query(
    'truncate users, sessions, login_codes, rate_limits, graphile_worker._private_jobs cascade',
  ),
);
afterAll(() => app.close());

interface PendingSignIn {
  browser: Browser;
  code: string;
}

/** A new browser that was sent a code. */
async function requestCode(email = ann): Promise<PendingSignIn> {
  const browser = cookieBrowser(app);
  await askForCode(browser, email);
  return { browser, code: await mailedCode(app, email) };
}

const enter = ({ browser, code }: PendingSignIn, email = ann) => guess(browser, email, code);
const sessions = () => app.platform.db.selectFrom('sessions').select('id').execute();
const outcome = async (response: Response) => {
  const { success, error } = (await response.json()) as { success?: boolean; error?: string };
  return [response.status, success ?? error];
};
const rejected = [400, 'Invalid OTP. Please try again.'];

test('T-24: a code is refused after a newer one of the same address was used in another browser', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  expect(await outcome(await enter(newer))).toEqual([200, true]);
  expect(await outcome(await enter(older))).toEqual(rejected);
  expect(await older.browser.me()).toBeNull();
  expect(await newer.browser.me()).toMatchObject({ email: ann });
  expect(await sessions()).toHaveLength(1);
});

test('T-24: a code is refused after an older one of the same address was used', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  expect(await outcome(await enter(older))).toEqual([200, true]);
  expect(await outcome(await enter(newer))).toEqual(rejected);
});

test('T-24: of five codes of one address that are used at once exactly one signs in', async () => {
  const codes = [];
  for (let count = 0; count < 5; count += 1) codes.push(await requestCode());
  const outcomes = await Promise.all(codes.map(async (code) => outcome(await enter(code))));
  expect(outcomes.filter(([status]) => status === 200)).toEqual([[200, true]]);
  expect(outcomes.filter(([status]) => status !== 200)).toEqual(Array(4).fill(rejected));
  expect(await sessions()).toHaveLength(1);
});

test('T-24: two codes of one address that are used at once make one session, fifteen times over', async () => {
  for (let round = 0; round < 15; round += 1) {
    const email = `guest${round}@guests.example`;
    const codes = [await requestCode(email), await requestCode(email)];
    const outcomes = await Promise.all(codes.map(async (code) => outcome(await enter(code, email))));
    expect(outcomes.sort()).toEqual([[200, true], rejected]);
  }
  expect(await sessions()).toHaveLength(15);
});

test('a sign-in leaves the codes of other addresses, and codes that are sent after it', async () => {
  const bobs = await requestCode(bob);
  expect((await enter(await requestCode())).status).toBe(200);
  expect((await enter(bobs, bob)).status).toBe(200);
  expect((await enter(await requestCode())).status).toBe(200);
});

test('a wrong code ends no other code', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  const wrong = String((Number(newer.code) + 1) % 1_000_000).padStart(6, '0');
  expect(await outcome(await enter({ ...newer, code: wrong }))).toEqual(rejected);
  expect((await enter(older)).status).toBe(200);
});

test('T-24: a sign-in with Google or a passkey ends the codes of the account’s address', async () => {
  const beforeGoogle = await requestCode();
  const { id } = await findOrCreateUser(app.ctx, { email: ann, google });
  expect(await outcome(await enter(beforeGoogle))).toEqual(rejected);
  const beforePasskey = await requestCode();
  await loadUser(app.ctx, id);
  expect(await outcome(await enter(beforePasskey))).toEqual(rejected);
});

test('a Google account that moved to another address ends the codes of its own account alone', async () => {
  await findOrCreateUser(app.ctx, { email: ann, google });
  const anns = await requestCode();
  const bobs = await requestCode(bob);
  await findOrCreateUser(app.ctx, { email: bob, google });
  expect(await outcome(await enter(anns))).toEqual(rejected);
  expect((await enter(bobs, bob)).status).toBe(200);
});

test('sign-ins of one address by code, Google and passkey that arrive together all get an answer', async () => {
  const { id } = await findOrCreateUser(app.ctx, { email: ann, google });
  const codes = [await requestCode(), await requestCode(), await requestCode()];
  const others = Array.from({ length: 6 }, (_, index) =>
    index % 2 ? findOrCreateUser(app.ctx, { email: ann, google }) : loadUser(app.ctx, id),
  );
  const responses = await Promise.all(codes.map((code) => enter(code)));
  expect((await Promise.all(others)).map((user) => user?.id)).toEqual(Array(6).fill(id));
  expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const { status } of responses) expect([200, 400]).toContain(status);
});

test('a sign-in that fails half-way leaves the code usable', async () => {
  const pending = await requestCode();
  await app.platform.pool.query(
    "alter table users add constraint broken check (email <> 'ann@guests.example')",
  );
  const failed = await enter(pending);
  await app.platform.pool.query('alter table users drop constraint broken');
  expect(failed.status).toBe(500);
  expect((await enter(pending)).status).toBe(200);
});
