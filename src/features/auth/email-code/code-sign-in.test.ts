import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { authSite, mailedCode, requestCode, submitCode, wrongCode } from '../../../../test/sign-in.ts';
import { untilTaken } from '../../../../test/until-taken.ts';

const minute = 60_000;
const ann = 'ann@guests.example';
const invalid = 'Invalid OTP. Please try again.';
const site = authSite();
const { newBrowser, passTime, signIn } = site;

const errorMessage = async (response: Response) => ((await response.json()) as { error: string }).error;
const codes = () => site.db.selectFrom('login_codes').selectAll().orderBy('created_at').execute();
const countStatuses = (responses: Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const codeBrowser = (email = ann) => site.codeBrowser(email);
/** Sends this many requests at the same moment. */
const concurrently = (count: number, send: () => Promise<Response>): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, () => untilTaken(send)));

test('a mailed code, pasted with spaces, signs in to one account', async () => {
  const { browser, code } = await codeBrowser(' Ann@Guests.Example ');
  expect(await browser.me()).toBeNull();
  const response = await submitCode(browser, 'ANN@guests.example', `${code.slice(0, 3)} ${code.slice(3)} `);
  expect(await response.json()).toEqual({ success: true });
  expect(await browser.me()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: ann,
    name: '',
    createdAt: site.start.toISOString(),
  });
  const again = await signIn(ann);
  expect(await again.me()).toEqual(await browser.me());
});

test('the mail goes to one address and contains the code, no link and nothing a requester could choose', async () => {
  await codeBrowser();
  const [mail, ...more] = await site.app.queuedMail();
  expect(more).toEqual([]);
  expect(mail?.to).toEqual({ name: '', address: ann });
  expect(mail?.subject).toMatch(/^\d{6} is your sign-in code$/);
  expect(mail?.text.match(/https?:/g)).toBeNull();
});

test('the database stores neither codes nor tokens in plain text', async () => {
  const { browser, code } = await codeBrowser();
  const token = browser.jar.get('login') ?? '';
  await submitCode(browser, ann, code);
  const session = browser.jar.get('session') ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(Buffer.from(session, 'base64url')).toHaveLength(32);
  const { rows } = await site.app.platform.pool.query(
    'select to_jsonb(c) as code, to_jsonb(s) as session from login_codes c, sessions s',
  );
  const stored = JSON.stringify(rows);
  for (const secret of [`"${code}"`, token, session]) expect(stored).not.toContain(secret);
});

test('T-20: five of 50 concurrent wrong codes are compared, then the right one is rejected', async () => {
  const { browser, code, wrong } = await codeBrowser();
  const responses = await concurrently(50, () => submitCode(browser, ann, wrong));
  expect(countStatuses(responses)).toEqual({ 400: 5, 429: 45 });
  expect(responses.find(({ status }) => status === 429)?.headers.get('Retry-After')).toBe('600');
  expect((await codes())[0]?.failed_attempts).toBe(5);
  expect((await submitCode(browser, ann, code)).status).toBe(429);
  expect(await browser.me()).toBeNull();
});

test('T-20: five of 1000 concurrent wrong codes are compared', async () => {
  const { browser, wrong } = await codeBrowser();
  const responses = await concurrently(1000, () => submitCode(browser, ann, wrong));
  expect(countStatuses(responses)).toEqual({ 400: 5, 429: 995 });
});

test('T-20: guesses from 800 client addresses compare at most 20 codes of one user in any hour', async () => {
  const responses: Response[] = [];
  const comparedAt: number[] = [];
  const compared = async () => (await codes()).reduce((sum, { failed_attempts }) => sum + failed_attempts, 0);
  for (let round = 0; round < 40; round += 1) {
    const browser = newBrowser();
    const sent = await requestCode(browser, ann);
    if (sent.status === 200) {
      const wrong = wrongCode(await mailedCode(site.app, ann));
      for (let attempt = 0; attempt < 6; attempt += 1) responses.push(await submitCode(browser, ann, wrong));
    }
    responses.push(...(await concurrently(20, () => submitCode(newBrowser(), ann, '000000'))));
    comparedAt.push(await compared());
    passTime(2 * minute);
  }
  // Entry n is the sum after 2n minutes: 30 entries are an hour.
  for (const [index, sum] of comparedAt.entries())
    expect(sum - (comparedAt[index - 30] ?? 0)).toBeLessThanOrEqual(20);
  expect(comparedAt[34]).toBe(20);
  expect(comparedAt.at(-1)).toBeGreaterThan(20);
  expect(countStatuses(responses)[429]).toBeGreaterThan(480);
});

test('T-21: spoofed forwarding headers and addresses of one /64 share a quota', async () => {
  const sendFrom = (index: number, from: string, headers: Record<string, string> = {}) =>
    site.app.request('POST', '/api/send-otp', {
      json: { email: `guest${index}@guests.example` },
      from,
      headers,
    });
  for (let index = 0; index < 30; index += 1)
    expect((await sendFrom(index, `2001:db8:1:2::${index + 1}`)).status).toBe(200);
  const spoofed = { 'X-Forwarded-For': '192.0.2.77', Forwarded: 'for=192.0.2.77', 'X-Real-IP': '192.0.2.77' };
  const rejected = await sendFrom(31, '2001:db8:1:2:ffff::1', spoofed);
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('T-22, T-23: an address gets five mails in 70 minutes, from any network', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await requestCode(newBrowser(), ann)).status).toBe(200);
    passTime(minute);
  }
  const rejected = await requestCode(newBrowser(), ann);
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('Retry-After')).toBe(String(65 * 60));
  expect(await site.app.queuedMail()).toHaveLength(5);
  passTime(65 * minute);
  expect((await requestCode(newBrowser(), ann)).status).toBe(200);
});

test('T-22: 40 concurrent requests for one address send five mails', async () => {
  const responses = await concurrently(40, () => requestCode(newBrowser(), ann));
  expect(countStatuses(responses)).toEqual({ 200: 5, 429: 35 });
  expect(await site.app.queuedMail()).toHaveLength(5);
});

test('T-23: wrong guesses of other browsers do not spend a user’s own code', async () => {
  const { browser, code } = await codeBrowser();
  const strangers = [];
  for (let count = 0; count < 60; count += 1)
    strangers.push(await submitCode(newBrowser(), ann, wrongCode(code)));
  expect(countStatuses(strangers)).toEqual({ 400: 20, 429: 40 });
  expect((await codes())[0]?.failed_attempts).toBe(0);
  expect((await submitCode(browser, ann, code)).status).toBe(200);
});

test('T-23: a browser that has signed in before has its own quota of codes', async () => {
  const browser = await signIn(ann);
  await browser.request('GET', '/api/logout');
  for (let count = 0; count < 5; count += 1) await requestCode(newBrowser(), ann);
  expect((await requestCode(newBrowser(), ann)).status).toBe(429);
  await signIn(ann, browser);
  expect(await browser.me()).toMatchObject({ email: ann });
  for (let count = 0; count < 4; count += 1) expect((await requestCode(browser, ann)).status).toBe(200);
  expect((await requestCode(browser, ann)).status).toBe(429);
});

test('a device cookie of another address, or a forged one, gives no quota of its own', async () => {
  const browser = await signIn('eve@guests.example');
  for (let count = 0; count < 5; count += 1) await requestCode(newBrowser(), ann);
  expect((await requestCode(browser, ann)).status).toBe(429);
  const forged = `${'A'.repeat(43)}.${'A'.repeat(43)}`;
  expect((await requestCode(newBrowser({ known: forged }), ann)).status).toBe(429);
});

test('T-24: one of 20 concurrent right codes signs in', async () => {
  const { browser, code } = await codeBrowser();
  const responses = await concurrently(20, () => submitCode(browser, ann, code));
  expect(countStatuses(responses)).toEqual({ 200: 1, 400: 19 });
  expect(await site.app.platform.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
});

test('T-24: a code works once, for its address, in its browser, until a newer one is sent', async () => {
  const { browser, code } = await codeBrowser();
  const token = browser.jar.get('login') ?? '';
  expect((await submitCode(newBrowser(), ann, code)).status).toBe(400);
  expect((await submitCode(browser, 'eve@guests.example', code)).status).toBe(400);
  await requestCode(browser, ann);
  const newer = await mailedCode(site.app, ann);
  if (newer !== code) expect(await errorMessage(await submitCode(browser, ann, code))).toBe(invalid);
  expect((await submitCode(browser, ann, newer)).status).toBe(200);
  const again = newBrowser({ login: browser.jar.get('login') ?? token });
  expect((await submitCode(again, ann, newer)).status).toBe(400);
});

test('T-24: a used code is rejected in the browser that used it', async () => {
  const { browser, code } = await codeBrowser();
  const login = browser.jar.get('login') ?? '';
  expect((await submitCode(browser, ann, code)).status).toBe(200);
  const response = await submitCode(newBrowser({ login }), ann, code);
  expect([response.status, await errorMessage(response)]).toEqual([400, invalid]);
});

test('T-24: a code expires after ten minutes', async () => {
  const first = await codeBrowser();
  passTime(10 * minute - 1000);
  expect((await submitCode(first.browser, ann, first.code)).status).toBe(200);
  const second = await codeBrowser();
  passTime(10 * minute + 1000);
  expect((await submitCode(second.browser, ann, second.code)).status).toBe(400);
});

test('input that cannot be a code spends no attempt', async () => {
  const { browser } = await codeBrowser();
  for (const otp of ['', '12345', 'abcdef', 123456, null, ['123456']]) {
    const response = await browser.request('POST', '/api/verify-otp', { json: { email: ann, otp } });
    expect([response.status, await errorMessage(response)]).toEqual([400, invalid]);
  }
  expect((await codes())[0]?.failed_attempts).toBe(0);
});

test('T-25: existing and unknown addresses get the same response for the same queries', async () => {
  await signIn(ann);
  // The content cache sends queries of its own at any time until it listens for changes.
  await expect.poll(() => site.app.platform.content.version()).not.toBeNull();
  const send = async (email: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const response = await site.app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
    const queries = query.mock.calls.map(([first]) => {
      const query: unknown = first;
      return typeof query === 'string' ? query : (query as { text: string }).text;
    });
    query.mockRestore();
    return { status: response.status, body: await response.text(), queries };
  };
  const existing = await send(ann);
  expect(existing.status).toBe(200);
  expect(existing.queries.length).toBeGreaterThan(3);
  expect(await send('nobody@guests.example')).toEqual(existing);
});

const hostile = [
  '',
  ' ',
  '@',
  'ann',
  'ann@',
  '@guests.example',
  'ann@@guests.example',
  'ann@guests',
  'ann@localhost',
  'ann＠guests.example',
  'ann@guests。example',
  'аnn@guests.example',
  'ann@gueѕts.example',
  'ﬁn@guests.example',
  'ann@guests.example\r\nBcc: evil@x.test',
  'ann@guests.example\nevil@x.test',
  'ann@guests.example\0',
  'ann@guests.example,evil@x.test',
  'ann@guests.example;evil@x.test',
  'ann@guests.example evil@x.test',
  '"ann"@guests.example',
  '"ann@evil.test"@guests.example',
  'ann(evil)@guests.example',
  '<ann@guests.example>',
  'Ann <ann@guests.example>',
  'group:ann@guests.example;',
  'ann@[127.0.0.1]',
  'ann@127.0.0.1',
  '.ann@guests.example',
  'ann.@guests.example',
  'an..n@guests.example',
  'ann@.guests.example',
  'ann@guests..example',
  'ann@-guests.example',
  'ann@guests-.example',
  'ann%x.test@guests.example',
  'x.test!ann@guests.example',
  'ann@guests.example.',
  `${'a'.repeat(65)}@guests.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
  'ann@guests.example\u202e',
  '\u200bann@guests.example',
  'ann@guests.example\u2028',
  'ann\\@guests.example',
  'ann@guests_x.example',
  'ann@guests.e',
  'ann@guests.123',
  'ann@gu ests.example',
  'mailto:ann@guests.example',
  'ann@guests.example?bcc=evil@x.test',
  'ann@xn--.example..',
  'ann@guests.example/x',
  "ann@guests.example'--",
  'ann@guests.example"',
  'ann`id`@guests.example',
  'ann|x@guests.example',
  'ann@guests.example@evil.test',
  'ann%40guests.example',
  '=?utf-8?q?ann?=@guests.example\\r',

  '\tann\t@guests.example',
];

test('T-26: a hostile address is rejected and gets no mail', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
  for (const email of hostile) {
    const response = await site.app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
    expect([email, response.status]).toEqual([email, 400]);
    expect(await errorMessage(response)).toBe('Failed to send OTP. Please check your email address.');
  }
  for (const json of [{}, { email: null }, { email: [ann] }, { email: { toString: 1 } }, [], null, 'x'])
    expect((await site.app.request('POST', '/api/send-otp', { json })).status).toBe(400);
  expect(await site.app.queuedMail()).toEqual([]);
});

test('T-26: an unusual but valid address gets exactly one mail', async () => {
  for (const email of [
    "o'neil+beach@guests.example",
    'A.B_C-1@Sub.Guests.Example',
    'x@xn--bcher-kva.example',
  ])
    await site.app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
  expect((await site.app.queuedMail()).map(({ to }) => to)).toEqual([
    { name: '', address: "o'neil+beach@guests.example" },
    { name: '', address: 'a.b_c-1@sub.guests.example' },
    { name: '', address: 'x@xn--bcher-kva.example' },
  ]);
});

test('send-otp fails and stores no code when the mail cannot be queued', async () => {
  const broken = { queue: () => Promise.reject(new Error('no queue')) };
  const other = await testApp({ mail: broken });
  expect((await requestCode(cookieBrowser(other), ann)).status).toBe(500);
  expect(await other.platform.db.selectFrom('login_codes').selectAll().execute()).toEqual([]);
  await other.close();
});
