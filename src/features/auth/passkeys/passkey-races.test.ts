import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { softAuthenticator } from '../../../../test/soft-authenticator.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { newId } from '../../../shared/uuid.server.ts';

const app = await testAppForFile();
const { db } = app.platform;
type Options = Parameters<ReturnType<typeof softAuthenticator>['register']>[0];

const passkeysOf = (user_id: string) =>
  db.selectFrom('passkeys').select('id').where('user_id', '=', user_id).execute();

async function withPasskeys(email: string, count: number) {
  const browser = await signedInBrowser(app, email);
  const { id: user_id } = (await browser.me()) as unknown as { id: string };
  for (let index = 0; index < count; index += 1) {
    const credential_id = Buffer.from(newId()).toString('base64url');
    await db
      .insertInto('passkeys')
      .values({ id: newId(), user_id, credential_id, public_key: Buffer.from('key'), name: 'Phone' })
      .execute();
  }
  const prepare = async () => {
    const response = await browser.request('POST', '/api/passkeys/registration-options');
    return softAuthenticator('http://localhost:3000').register((await response.json()) as Options);
  };
  const add = (response: object) =>
    browser.request('POST', '/api/passkeys', { json: { response, name: 'Phone' } });
  return { user_id, prepare, add };
}

test('one of three devices added concurrently to nineteen passkeys is stored, and the others get the reason', async () => {
  const { user_id, prepare, add } = await withPasskeys('ann@guests.example', 19);
  const devices = [await prepare(), await prepare(), await prepare()];
  const responses = await Promise.all(devices.map((device) => untilTaken(() => add(device))));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const denied = responses.find(({ status }) => status === 409);
  expect(await denied?.json()).toMatchObject({ message: 'You have as many passkeys as we can keep.' });
  expect(await passkeysOf(user_id)).toHaveLength(20);
  const mails = (await app.queuedMail()).filter(({ subject }) => subject.includes('passkey'));
  expect(mails).toHaveLength(1);
});

test('a device whose credential is stored already is not added again, nor to another account', async () => {
  const { user_id, prepare, add } = await withPasskeys('bea@guests.example', 0);
  const device = await prepare();
  const { id: credential_id } = device;
  const other = await withPasskeys('eve@guests.example', 0);
  await db
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: other.user_id,
      credential_id,
      public_key: Buffer.from('key'),
      name: 'Theirs',
    })
    .execute();
  const denied = await add(device);
  expect([denied.status, (await denied.json()).message]).toEqual([409, 'This passkey is known already.']);
  expect(await passkeysOf(user_id)).toEqual([]);
});
