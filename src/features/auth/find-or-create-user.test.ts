import type { Context } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { findOrCreateUser, loadUser } from './find-or-create-user.server.ts';
import { startSession } from './session/session.server.ts';

const ann = 'ann@guests.example';
const issuer = 'https://accounts.google.com';
const google = { issuer, subject: '1001', emailVerified: true };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() => app.platform.pool.query('truncate users cascade'));
afterAll(() => app.close());

const users = () => app.platform.db.selectFrom('users').selectAll().execute();

test('concurrent first sign-ins make one account', async () => {
  const byCode = Array.from({ length: 5 }, () => findOrCreateUser(app.ctx, { email: ann }));
  const byGoogle = Array.from({ length: 5 }, () => findOrCreateUser(app.ctx, { email: ann, google }));
  const ids = (await Promise.all([...byCode, ...byGoogle])).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await users()).toMatchObject([{ email: ann, google_subject: '1001' }]);
});

test('T-33: an address that Google has not verified joins no account and creates none', async () => {
  await findOrCreateUser(app.ctx, { email: ann });
  const unverified = { ...google, emailVerified: false };
  for (const email of [ann, 'new@guests.example'])
    await expect(findOrCreateUser(app.ctx, { email, google: unverified })).rejects.toMatchObject({
      code: 'forbidden',
    });
  expect(await users()).toMatchObject([{ email: ann, google_subject: null }]);
});

test('T-33: a Google account with a changed address keeps its account and joins no other', async () => {
  const first = await findOrCreateUser(app.ctx, { email: ann, google });
  const eve = await findOrCreateUser(app.ctx, { email: 'eve@guests.example' });
  const moved = await findOrCreateUser(app.ctx, { email: 'eve@guests.example', google });
  expect(moved).toMatchObject({ id: first.id, email: ann });
  expect(eve.id).not.toBe(first.id);
});

test('T-33: an account linked to a Google account rejects another one', async () => {
  await findOrCreateUser(app.ctx, { email: ann, google });
  for (const other of [
    { ...google, subject: '2002' },
    { ...google, issuer: 'https://evil.test' },
  ])
    await expect(findOrCreateUser(app.ctx, { email: ann, google: other })).rejects.toMatchObject({
      code: 'forbidden',
    });
});

test('the first name is stored, on one line of at most 100 characters', async () => {
  await findOrCreateUser(app.ctx, { email: ann });
  await findOrCreateUser(app.ctx, { email: ann, name: ` Ann\r\nLee ${'x'.repeat(200)}`, google });
  const [user] = await users();
  expect(user?.name).toMatch(/^Ann Lee x+$/);
  expect(user?.name).toHaveLength(100);
});

test('ADMIN_EMAILS decides the role at each sign-in, in both directions', async () => {
  const { settings } = app.platform;
  expect(await findOrCreateUser(app.ctx, { email: 'host@example.com' })).toMatchObject({ role: 'admin' });
  expect(await findOrCreateUser(app.ctx, { email: ann })).toMatchObject({ role: 'guest' });
  const demoted = { ...app.ctx, settings: { ...settings, adminEmails: [ann] } };
  expect(await findOrCreateUser(demoted, { email: 'host@example.com' })).toMatchObject({ role: 'guest' });
  expect(await findOrCreateUser(demoted, { email: ann })).toMatchObject({ role: 'admin' });
});

test('an administrator’s Google account with a changed address loses the role', async () => {
  const email = 'host@example.com';
  const host = await findOrCreateUser(app.ctx, { email, google });
  expect(host.role).toBe('admin');
  const moved = { email: 'eve@guests.example', google };
  expect(await findOrCreateUser(app.ctx, moved)).toMatchObject({ id: host.id, role: 'guest' });
  expect(await loadUser(app.ctx, host.id)).toMatchObject({ role: 'guest' });
  expect(await findOrCreateUser(app.ctx, { email })).toMatchObject({ id: host.id, role: 'admin' });
  expect(await loadUser(app.ctx, host.id)).toMatchObject({ role: 'admin' });
});

test('loadUser and startSession fail for a deleted account', async () => {
  const { id, ...user } = await findOrCreateUser(app.ctx, { email: ann });
  await app.platform.pool.query('truncate users cascade');
  expect(await loadUser(app.ctx, id)).toBeUndefined();
  const c = { req: { header: () => undefined } } as unknown as Context<ApiEnv>;
  await expect(startSession(app.ctx, c, { id, ...user }, 'passkey')).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});
