import { expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { mailedCode, requestCode, submitCode, wrongCode } from '../../../../test/sign-in.ts';
import { createLog } from '../../../platform/observability/logger.server.ts';

const ann = 'ann@guests.example';

test('the log contains every sign-in, rejection, logout and deletion, and no secret or address', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const app = await testApp({ log });
  const browser = cookieBrowser(app);
  const secrets: string[] = [];
  const signIn = async () => {
    await requestCode(browser, ann);
    const code = await mailedCode(app, ann);
    secrets.push(code, browser.jar.get('login') ?? '');
    await submitCode(browser, ann, wrongCode(code));
    await submitCode(browser, ann, code);
    secrets.push(browser.jar.get('session') ?? '');
  };
  await signIn();
  await submitCode(cookieBrowser(app), ann, '000000');
  await browser.request('GET', '/api/logout');
  await signIn();
  await browser.request('DELETE', '/api/sessions');
  await browser.request('DELETE', '/api/users/me');
  await app.close();

  const events = lines.map((line) => (JSON.parse(line) as { event?: string }).event);
  const signInEvents = ['code-sent', 'wrong-code', 'signed-in'];
  expect(events).toEqual([
    ...signInEvents,
    'wrong-code',
    'signed-out',
    ...signInEvents,
    'sessions-ended',
    'account-deleted',
  ]);
  expect(secrets).toHaveLength(6);
  // Six digits also occur in times and ids by chance; as a value of their own they do not.
  for (const secret of secrets) expect(lines.join('')).not.toMatch(new RegExp(`[":]${secret}[",}]`));
  expect(lines.join('')).not.toContain(ann);
});
