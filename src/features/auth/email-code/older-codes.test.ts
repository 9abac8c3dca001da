import { expect, test } from 'vitest';
import { authSite, type Browser, submitCode, wrongCode } from '../../../../test/sign-in.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { findOrCreateUser, loadUser } from '../find-or-create-user.server.ts';

const ann = 'ann@guests.example';
const bob = 'bob@guests.example';
const google = { issuer: 'https://accounts.google.com', subject: '1001', emailVerified: true };

const site = authSite();
const requestCode = (email = ann) => site.codeBrowser(email);

interface CodeBrowser {
  browser: Browser;
  code: string;
}
const signInWith = ({ browser, code }: CodeBrowser, email = ann) =>
  untilTaken(() => submitCode(browser, email, code));
const sessions = () => site.db.selectFrom('sessions').select('id').execute();
const outcome = async (response: Response) => {
  const { success, error } = (await response.json()) as { success?: boolean; error?: string };
  return [response.status, success ?? error];
};
const rejected = [400, 'Invalid OTP. Please try again.'];

test('T-24: a code is rejected after a newer one of the address was used in another browser', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  expect(await outcome(await signInWith(newer))).toEqual([200, true]);
  expect(await outcome(await signInWith(older))).toEqual(rejected);
  expect(await older.browser.me()).toBeNull();
  expect(await newer.browser.me()).toMatchObject({ email: ann });
  expect(await sessions()).toHaveLength(1);
});

test('T-24: a code is rejected after an older one of the address was used', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  expect(await outcome(await signInWith(older))).toEqual([200, true]);
  expect(await outcome(await signInWith(newer))).toEqual(rejected);
});

test('T-24: exactly one of five codes of one address, used concurrently, signs in', async () => {
  const codes = [];
  for (let count = 0; count < 5; count += 1) codes.push(await requestCode());
  const outcomes = await Promise.all(codes.map(async (code) => outcome(await signInWith(code))));
  expect(outcomes.filter(([status]) => status === 200)).toEqual([[200, true]]);
  expect(outcomes.filter(([status]) => status !== 200)).toEqual(Array(4).fill(rejected));
  expect(await sessions()).toHaveLength(1);
});

test('T-24: two codes of one address, used concurrently, make one session, in 15 of 15 rounds', async () => {
  for (let round = 0; round < 15; round += 1) {
    const email = `guest${round}@guests.example`;
    const codes = [await requestCode(email), await requestCode(email)];
    const outcomes = await Promise.all(codes.map(async (code) => outcome(await signInWith(code, email))));
    expect(outcomes.sort()).toEqual([[200, true], rejected]);
  }
  expect(await sessions()).toHaveLength(15);
});

test('a sign-in ends neither codes of other addresses nor later ones', async () => {
  const bobs = await requestCode(bob);
  expect((await signInWith(await requestCode())).status).toBe(200);
  expect((await signInWith(bobs, bob)).status).toBe(200);
  expect((await signInWith(await requestCode())).status).toBe(200);
});

test('a wrong code ends no other code', async () => {
  const older = await requestCode();
  const newer = await requestCode();
  const wrong = wrongCode(newer.code);
  expect(await outcome(await signInWith({ ...newer, code: wrong }))).toEqual(rejected);
  expect((await signInWith(older)).status).toBe(200);
});

test('T-24: a sign-in with Google or a passkey ends the codes of the account’s address', async () => {
  const beforeGoogle = await requestCode();
  const { id } = await findOrCreateUser(site.app.ctx, { email: ann, google });
  expect(await outcome(await signInWith(beforeGoogle))).toEqual(rejected);
  const beforePasskey = await requestCode();
  await loadUser(site.app.ctx, id);
  expect(await outcome(await signInWith(beforePasskey))).toEqual(rejected);
});

test('a Google account with a changed address ends only the codes of its own account', async () => {
  await findOrCreateUser(site.app.ctx, { email: ann, google });
  const anns = await requestCode();
  const bobs = await requestCode(bob);
  await findOrCreateUser(site.app.ctx, { email: bob, google });
  expect(await outcome(await signInWith(anns))).toEqual(rejected);
  expect((await signInWith(bobs, bob)).status).toBe(200);
});

test('concurrent sign-ins of one address by code, Google and passkey all get a response', async () => {
  const { id } = await findOrCreateUser(site.app.ctx, { email: ann, google });
  const codes = [await requestCode(), await requestCode(), await requestCode()];
  const others = Array.from({ length: 6 }, (_, index) =>
    index % 2 ? findOrCreateUser(site.app.ctx, { email: ann, google }) : loadUser(site.app.ctx, id),
  );
  const responses = await Promise.all(codes.map((code) => signInWith(code)));
  expect((await Promise.all(others)).map((user) => user?.id)).toEqual(Array(6).fill(id));
  expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const { status } of responses) expect([200, 400]).toContain(status);
});

test('a sign-in that fails half-way leaves the code usable', async () => {
  const pending = await requestCode();
  await site.app.platform.pool.query(
    "alter table users add constraint broken check (email <> 'ann@guests.example')",
  );
  const failed = await signInWith(pending);
  await site.app.platform.pool.query('alter table users drop constraint broken');
  expect(failed.status).toBe(500);
  expect((await signInWith(pending)).status).toBe(200);
});
