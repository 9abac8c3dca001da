import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { askForCode, type Browser, guess, mailedCode, signedInBrowser } from '../../../../test/sign-in.ts';

const start = new Date('2026-05-01T12:00:00Z');
const minute = 60_000;
const ann = 'ann@guests.example';
const invalid = 'Invalid OTP. Please try again.';

let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await app.platform.pool.query(
    'truncate users, sessions, login_codes, rate_limits, graphile_worker._private_jobs cascade',
  );
});
afterAll(() => app.close());

const passTime = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const newBrowser = () => cookieBrowser(app);
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;
const codes = () => app.platform.db.selectFrom('login_codes').selectAll().orderBy('created_at').execute();
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const statuses = (responses: Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
async function asked(email = ann): Promise<{ browser: Browser; code: string; wrong: string }> {
  const browser = newBrowser();
  expect((await askForCode(browser, email)).status).toBe(200);
  const code = await mailedCode(app, email.trim().toLowerCase());
  return { browser, code, wrong: wrongOf(code) };
}

test('a person signs in with a mailed code, pasted with spaces, and gets one account', async () => {
  const { browser, code } = await asked(' Ann@Guests.Example ');
  expect(await browser.me()).toBeNull();
  const response = await guess(browser, 'ANN@guests.example', `${code.slice(0, 3)} ${code.slice(3)} `);
  expect(await response.json()).toEqual({ success: true });
  expect(await browser.me()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: ann,
    name: '',
    createdAt: start.toISOString(),
  });
  const again = await signedInBrowser(app, ann);
  expect(await again.me()).toEqual(await browser.me());
});

test('the mail goes to the one address, says the code and nothing that a stranger could choose', async () => {
  await asked();
  const [mail, ...more] = await app.queuedMail();
  expect(more).toEqual([]);
  expect(mail?.to).toEqual({ name: '', address: ann });
  expect(mail?.subject).toMatch(/^\d{6} is your sign-in code$/);
  expect(mail?.text.match(/https?:/g)).toBeNull();
});

test('neither code nor token is in the database in the clear', async () => {
  const { browser, code } = await asked();
  const token = browser.jar.get('login') ?? '';
  await guess(browser, ann, code);
  const session = browser.jar.get('session') ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(Buffer.from(session, 'base64url')).toHaveLength(32);
  const { rows } = await app.platform.pool.query(
    'select to_jsonb(c) as code, to_jsonb(s) as session from login_codes c, sessions s',
  );
  const kept = JSON.stringify(rows);
  for (const secret of [`"${code}"`, token, session]) expect(kept).not.toContain(secret);
});

test('T-20: of 50 wrong codes at once five are compared, and then the right one is refused', async () => {
  const { browser, code, wrong } = await asked();
  const responses = await Promise.all(Array.from({ length: 50 }, () => guess(browser, ann, wrong)));
  expect(statuses(responses)).toEqual({ 400: 5, 429: 45 });
  expect(responses.find(({ status }) => status === 429)?.headers.get('Retry-After')).toBe('600');
  expect((await codes())[0]?.failed_attempts).toBe(5);
  expect((await guess(browser, ann, code)).status).toBe(429);
  expect(await browser.me()).toBeNull();
});

test('T-20: of 1000 wrong codes at once no more than five are compared', async () => {
  const { browser, wrong } = await asked();
  const responses = await Promise.all(Array.from({ length: 1000 }, () => guess(browser, ann, wrong)));
  expect(statuses(responses)).toEqual({ 400: 5, 429: 995 });
});

test('T-20: guessing from 800 addresses compares at most 20 codes of one person in any hour', async () => {
  const responses: Response[] = [];
  const comparedAt: number[] = [];
  const compared = async () => (await codes()).reduce((sum, { failed_attempts }) => sum + failed_attempts, 0);
  for (let round = 0; round < 40; round += 1) {
    const browser = newBrowser();
    const sent = await askForCode(browser, ann);
    if (sent.status === 200) {
      const wrong = wrongOf(await mailedCode(app, ann));
      for (let turn = 0; turn < 6; turn += 1) responses.push(await guess(browser, ann, wrong));
    }
    const strangers = Array.from({ length: 20 }, () => guess(newBrowser(), ann, '000000'));
    responses.push(...(await Promise.all(strangers)));
    comparedAt.push(await compared());
    passTime(2 * minute);
  }
  // Entry n is the sum after 2n minutes: 30 entries are an hour.
  for (const [index, sum] of comparedAt.entries())
    expect(sum - (comparedAt[index - 30] ?? 0)).toBeLessThanOrEqual(20);
  expect(comparedAt[34]).toBe(20);
  expect(comparedAt.at(-1)).toBeGreaterThan(20);
  expect(statuses(responses)[429]).toBeGreaterThan(480);
});

test('T-21: made-up forwarding headers and other addresses of one IPv6 network do not open a new purse', async () => {
  const sendFrom = (index: number, from: string, headers: Record<string, string> = {}) =>
    app.request('POST', '/api/send-otp', { json: { email: `guest${index}@guests.example` }, from, headers });
  for (let index = 0; index < 30; index += 1)
    expect((await sendFrom(index, `2001:db8:1:2::${index + 1}`)).status).toBe(200);
  const made = { 'X-Forwarded-For': '192.0.2.77', Forwarded: 'for=192.0.2.77', 'X-Real-IP': '192.0.2.77' };
  const refused = await sendFrom(31, '2001:db8:1:2:ffff::1', made);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('T-22, T-23: an address gets five mails in 70 minutes, from however many networks they are asked for', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await askForCode(newBrowser(), ann)).status).toBe(200);
    passTime(minute);
  }
  const refused = await askForCode(newBrowser(), ann);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe(String(65 * 60));
  expect(await app.queuedMail()).toHaveLength(5);
  passTime(65 * minute);
  expect((await askForCode(newBrowser(), ann)).status).toBe(200);
});

test('T-22: asking 40 times at once for one address still sends five', async () => {
  const responses = await Promise.all(Array.from({ length: 40 }, () => askForCode(newBrowser(), ann)));
  expect(statuses(responses)).toEqual({ 200: 5, 429: 35 });
  expect(await app.queuedMail()).toHaveLength(5);
});

test('T-23: whatever strangers guess, the person signs in with their own code in their own browser', async () => {
  const { browser, code } = await asked();
  const strangers = [];
  for (let count = 0; count < 60; count += 1) strangers.push(await guess(newBrowser(), ann, wrongOf(code)));
  expect(statuses(strangers)).toEqual({ 400: 20, 429: 40 });
  expect((await codes())[0]?.failed_attempts).toBe(0);
  expect((await guess(browser, ann, code)).status).toBe(200);
});

test('T-23: a stranger who uses up all codes of an address does not stop a browser that has signed in before', async () => {
  const browser = await signedInBrowser(app, ann);
  await browser.request('GET', '/api/logout');
  for (let count = 0; count < 5; count += 1) await askForCode(newBrowser(), ann);
  expect((await askForCode(newBrowser(), ann)).status).toBe(429);
  await signedInBrowser(app, ann, browser);
  expect(await browser.me()).toMatchObject({ email: ann });
  for (let count = 0; count < 4; count += 1) expect((await askForCode(browser, ann)).status).toBe(200);
  expect((await askForCode(browser, ann)).status).toBe(429);
});

test('a browser that signed in with one address, or made its mark up, is a stranger to another', async () => {
  const browser = await signedInBrowser(app, 'eve@guests.example');
  for (let count = 0; count < 5; count += 1) await askForCode(newBrowser(), ann);
  expect((await askForCode(browser, ann)).status).toBe(429);
  const known = `${'A'.repeat(43)}.${'A'.repeat(43)}`;
  expect((await askForCode(cookieBrowser(app, { known }), ann)).status).toBe(429);
});

test('T-24: of 20 right codes at once one signs in', async () => {
  const { browser, code } = await asked();
  const responses = await Promise.all(Array.from({ length: 20 }, () => guess(browser, ann, code)));
  expect(statuses(responses)).toEqual({ 200: 1, 400: 19 });
  expect(await app.platform.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
});

test('T-24: a code works once, for its address, in its browser, and not after a newer one', async () => {
  const { browser, code } = await asked();
  const token = browser.jar.get('login') ?? '';
  expect((await guess(newBrowser(), ann, code)).status).toBe(400);
  expect((await guess(browser, 'eve@guests.example', code)).status).toBe(400);
  await askForCode(browser, ann);
  const newer = await mailedCode(app, ann);
  if (newer !== code) expect(await errorOf(await guess(browser, ann, code))).toBe(invalid);
  expect((await guess(browser, ann, newer)).status).toBe(200);
  const again = cookieBrowser(app, { login: browser.jar.get('login') ?? token });
  expect((await guess(again, ann, newer)).status).toBe(400);
});

test('T-24: a used code is refused to the browser that used it', async () => {
  const { browser, code } = await asked();
  const login = browser.jar.get('login') ?? '';
  expect((await guess(browser, ann, code)).status).toBe(200);
  const response = await guess(cookieBrowser(app, { login }), ann, code);
  expect([response.status, await errorOf(response)]).toEqual([400, invalid]);
});

test('T-24: a code works for ten minutes and not a second longer', async () => {
  const first = await asked();
  passTime(10 * minute - 1000);
  expect((await guess(first.browser, ann, first.code)).status).toBe(200);
  const second = await asked();
  passTime(10 * minute + 1000);
  expect((await guess(second.browser, ann, second.code)).status).toBe(400);
});

test('what cannot be a code uses up no guess', async () => {
  const { browser } = await asked();
  for (const otp of ['', '12345', 'abcdef', 123456, null, ['123456']]) {
    const response = await browser.request('POST', '/api/verify-otp', { json: { email: ann, otp } });
    expect([response.status, await errorOf(response)]).toEqual([400, invalid]);
  }
  expect((await codes())[0]?.failed_attempts).toBe(0);
});

test('T-25: known and unknown addresses get the same answer for the same work', async () => {
  await signedInBrowser(app, ann);
  const look = async (email: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const response = await app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
    const queries = query.mock.calls.map(([first]) => {
      const asked: unknown = first;
      return typeof asked === 'string' ? asked : (asked as { text: string }).text;
    });
    query.mockRestore();
    return { status: response.status, body: await response.text(), queries };
  };
  const known = await look(ann);
  expect(known.status).toBe(200);
  expect(known.queries.length).toBeGreaterThan(3);
  expect(await look('nobody@guests.example')).toEqual(known);
});

const hostile = [
  ...['', ' ', '@', 'ann', 'ann@', '@guests.example', 'ann@@guests.example', 'ann@guests', 'ann@localhost'],
  ...[
    'ann＠guests.example',
    'ann@guests。example',
    'аnn@guests.example',
    'ann@gueѕts.example',
    'ﬁn@guests.example',
  ],
  ...['ann@guests.example\r\nBcc: evil@x.test', 'ann@guests.example\nevil@x.test', 'ann@guests.example\0'],
  ...['ann@guests.example,evil@x.test', 'ann@guests.example;evil@x.test', 'ann@guests.example evil@x.test'],
  ...[
    '"ann"@guests.example',
    '"ann@evil.test"@guests.example',
    'ann(evil)@guests.example',
    '<ann@guests.example>',
  ],
  ...['Ann <ann@guests.example>', 'group:ann@guests.example;', 'ann@[127.0.0.1]', 'ann@127.0.0.1'],
  ...['.ann@guests.example', 'ann.@guests.example', 'an..n@guests.example', 'ann@.guests.example'],
  ...['ann@guests..example', 'ann@-guests.example', 'ann@guests-.example', 'ann%x.test@guests.example'],
  ...[
    'x.test!ann@guests.example',
    'ann@guests.example.',
    `${'a'.repeat(65)}@guests.example`,
    `a@${'b'.repeat(64)}.example`,
  ],
  ...[
    `a@${'b.'.repeat(130)}example`,
    'ann@guests.example\u202e',
    '\u200bann@guests.example',
    'ann@guests.example\u2028',
  ],
  ...[
    'ann\\@guests.example',
    'ann@guests_x.example',
    'ann@guests.e',
    'ann@guests.123',
    'ann@gu ests.example',
  ],
  ...[
    'mailto:ann@guests.example',
    'ann@guests.example?bcc=evil@x.test',
    'ann@xn--.example..',
    'ann@guests.example/x',
  ],
  ...[
    "ann@guests.example'--",
    'ann@guests.example"',
    'ann`id`@guests.example',
    'ann|x@guests.example',
    'ann@guests.example@evil.test',
    'ann%40guests.example',
    '=?utf-8?q?ann?=@guests.example\\r',

    '\tann\t@guests.example',
  ],
];

test('T-26: a hostile address is refused and mails nobody', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
  for (const email of hostile) {
    const response = await app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
    expect([email, response.status]).toEqual([email, 400]);
    expect(await errorOf(response)).toBe('Failed to send OTP. Please check your email address.');
  }
  for (const json of [{}, { email: null }, { email: [ann] }, { email: { toString: 1 } }, [], null, 'x'])
    expect((await app.request('POST', '/api/send-otp', { json })).status).toBe(400);
  expect(await app.queuedMail()).toEqual([]);
});

test('T-26: an unusual but plain address mails exactly itself', async () => {
  for (const email of [
    "o'neil+beach@guests.example",
    'A.B_C-1@Sub.Guests.Example',
    'x@xn--bcher-kva.example',
  ])
    await app.request('POST', '/api/send-otp', { json: { email }, from: anyAddress() });
  expect((await app.queuedMail()).map(({ to }) => to)).toEqual([
    { name: '', address: "o'neil+beach@guests.example" },
    { name: '', address: 'a.b_c-1@sub.guests.example' },
    { name: '', address: 'x@xn--bcher-kva.example' },
  ]);
});

test('a code that cannot be queued is not said to be sent', async () => {
  const broken = { queue: () => Promise.reject(new Error('no queue')) };
  const other = await testApp({ mail: broken });
  expect((await askForCode(cookieBrowser(other), ann)).status).toBe(500);
  expect(await other.platform.db.selectFrom('login_codes').selectAll().execute()).toEqual([]);
  await other.close();
});
