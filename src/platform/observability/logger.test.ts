import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createLog, type Log } from './logger.server.ts';

let written = '';
const write = (line: string) => {
  written += line;
};
const logTo = (level = 'trace'): Log => {
  written = '';
  return createLog(level, { write });
};
/** The log so far; every line must be one JSON object. */
const lines = () =>
  written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

test('user input cannot start a log line or a terminal command', () => {
  const log = logTo();
  const name = 'Ann\n{"level":60,"msg":"forged"}\r\u001b[2J\u001b]0;x\u0007\u2028\u0000';
  log.info({ name, err: new Error(name) }, name);
  expect(lines()).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
  expect(written.trimEnd()).not.toMatch(/[\x00-\x1f]/);
  expect(lines()[0]?.msg).toBe(name);
});

test('a line has its time in UTC with milliseconds', () => {
  vi.useFakeTimers();
  const log = logTo();
  const moments = ['2026-03-01T18:00:00.000Z', '2026-03-01T18:00:00.007Z', '2026-12-31T23:59:59.999Z'];
  for (const moment of [...moments, moments[0] ?? '']) {
    vi.setSystemTime(new Date(moment));
    log.info('now');
  }
  vi.useRealTimers();
  expect(lines().map(({ time }) => time)).toEqual([...moments, moments[0]]);
});

test.each([
  'No page at /offers/Zm9vYmFyc2VjcmV0 now',
  'No page at /reviews/Zm9vYmFyc2VjcmV0 now',
  'No page at /cleaning/Zm9vYmFyc2VjcmV0 now',
  'GET https://pcb.example/cleaning/Zm9vYmFyc2VjcmV0.ics failed',
  'GET https://pcb.example/calendars/Zm9vYmFyc2VjcmV0.ics failed',
  'GET /trips/K7QM2R4T?key=Zm9vYmFyc2VjcmV0&lang=en failed',
  'GET /notify/leave?id=7&token=Zm9vYmFyc2VjcmV0 failed',
])('a secret in an address is not written: %s', (text) => {
  const log = logTo();
  log.error({ err: new Error(text) }, text);
  expect(written).not.toContain('Zm9v');
  expect(lines()[0]?.msg).toMatch(/\[redacted\](?: now|(?:\.ics|&lang=en)? failed)$/);
});

test.each([
  ['code', '123456'],
  ['otp', '654321'],
  ['cookie', 'session=abcdef'],
  ['authorization', 'Bearer abcdef'],
  ['email', 'somebody'],
  ['phone', '(850) 555-0100'],
  ['password', 'hunter2'],
])('a value named %s is not written, also inside of something', (name, value) => {
  const log = logTo();
  log.info({ [name]: value });
  log.info({ inner: { [name]: value } });
  log.info({ headers: { inner: { [name]: value } } });
  expect(lines()).toHaveLength(3);
  expect(written).not.toContain(value);
});

test.each([
  'ann@guests.example',
  "o'brien+beach@mail.guests.example",
  'sk_live_51Habc',
  'sk_test_stand_in',
  'rk_live_abc123',
  'whsec_abc123',
  'postgres://site:hunter2@db.example/pcb',
])('%s is not logged at any place, and the line stays JSON', (secret) => {
  const log = logTo();
  log.info(secret);
  log.info(
    { any: secret, list: [`\n${secret}`, `\\${secret}`, `\u001b${secret}"`] },
    `sent to <${secret}>\n${secret}`,
  );
  const error = new Error(`refused: ${secret}\n${secret}`, { cause: new Error(secret) });
  log.error({ err: Object.assign(error, { detail: secret, response: secret }) });
  expect(lines()).toHaveLength(3);
  const core = secret.startsWith('postgres') ? 'hunter2' : secret;
  expect(written).not.toContain(core);
  expect(written).toContain('[redacted]');
});

test('an error is logged with type, message, stack and causes', () => {
  const log = logTo();
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  log.error({ err: new TypeError('no mail', { cause }) }, 'failed');
  const [line] = lines();
  expect(line).toMatchObject({
    msg: 'failed',
    err: { type: 'TypeError', message: 'no mail', cause: { failure: 'ECONNREFUSED' } },
  });
  expect(JSON.stringify(line)).toContain('logger.test.ts');
});

test('a long line is redacted quickly', () => {
  const log = logTo();
  log.info({
    a: 'a'.repeat(200_000),
    b: '://'.repeat(50_000),
    c: '\\'.repeat(100_000),
    d: '.@'.repeat(50_000),
  });
  expect(lines()).toHaveLength(1);
});

const personal = { name: 'Zaphod Beeblebrox', email: 'zaphod@guests.example', phone: '(850) 555-0177' };

test('a database error is logged without its row', async () => {
  const log = logTo();
  app = await testApp();
  const { pool } = app.platform;
  const inserts: [string, unknown[]][] = [
    [
      "insert into inquiries (id, name, email, phone, property_title, check_in, check_out, guests, message) values (gen_random_uuid(), $1, $2, $3, 'x', '2026-01-02', '2026-01-01', 3, 'private words')",
      Object.values(personal),
    ],
    ['select $1::integer', [personal.phone]],
    ['select $1::uuid', [personal.name]],
    ['select $1::date', [personal.email]],
  ];
  for (const [statement, values] of inserts) {
    const error = await pool.query(statement, values).catch((failure) => failure);
    expect(error).toBeInstanceOf(Error);
    log.error({ err: error }, 'unexpected failure');
  }
  expect(lines()).toHaveLength(inserts.length);
  for (const value of [...Object.values(personal), 'private words', 'Beeblebrox', '0177']) {
    expect(written).not.toContain(value);
  }
  expect(lines()[0]).toMatchObject({ err: { failure: '23514', table: 'inquiries' } });
});

test('no request leaves personal data in the log', async () => {
  const log = logTo();
  app = await testApp({ log, now: () => new Date('2026-03-01T18:00:00Z') });
  const inquiry = {
    formId: 'booking_inquiry',
    ...personal,
    property: 'Sunset Villa',
    checkin: '2026-06-10',
    checkout: '2026-06-17',
    guests: 4,
    message: 'private words',
  };
  const headers = { Cookie: 'session=cookie-value', Authorization: 'Bearer bearer-value' };
  const submit = (fields: object) =>
    app?.request('POST', '/api/forms/submit', { headers, json: { ...inquiry, ...fields } });
  await submit({});
  await submit({ guests: 99 });
  await submit({ website: 'x' });
  await app.platform.pool.query('alter table inquiries add check (guests < 5) not valid');
  const failed = await submit({ guests: 5 });
  expect(failed?.status).toBe(500);
  expect(written).toContain('unexpected failure');
  for (const value of [
    ...Object.values(personal),
    'private words',
    'cookie-value',
    'bearer-value',
    'sk_test',
  ]) {
    expect(written).not.toContain(value);
  }
});

test('collected lines are written when the process exits', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./logger.server.ts'))};
    const log = createLog('info');
    for (let n = 0; n < 5000; n += 1) log.info({ n }, 'a line');
    if (process.argv[1] === 'later') setTimeout(() => { log.error('last'); process.exit(3); }, 20);
    else { log.error('last'); process.exit(3); }
  `;
  for (const when of ['now', 'later']) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, when]);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const messages = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { n?: number; msg: string });
    expect(code).toBe(3);
    // A write that is under way when the process exits may end after those of the exit.
    expect(messages.filter(({ msg }) => msg === 'last')).toHaveLength(1);
    const numbers = messages.flatMap(({ n }) => n ?? []).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  }
});

test('a line is written soon while the process runs', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./logger.server.ts'))};
    createLog('info').info('one line');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [chunk] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(JSON.parse(String(chunk))).toMatchObject({ level: 30, msg: 'one line' });
});
