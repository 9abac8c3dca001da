import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';

const app = await testAppForFile({ env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' } });

test.each([
  ['GET', '/api/oauth/google/redirect_url?originUrl=http://localhost:3000', undefined],
  ['POST', '/api/sessions', { code: 'a', state: 'b' }],
  ['POST', '/api/sessions', {}],
])('without a client at Google %s %s is missing', async (method, path, json) => {
  expect((await app.request(method, path, { json })).status).toBe(404);
});

test('without a client at Google the sign-in page is informed of it', async () => {
  expect((await (await app.request('GET', '/api/site')).json()).hasGoogleSignIn).toBe(false);
});
