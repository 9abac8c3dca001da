import { expect, test } from 'vitest';
import { parseSettings, SettingsError } from '../src/env.server.ts';
import { requiredEnv } from './settings.ts';

function listProblems(env: Record<string, string | undefined>): string[] {
  try {
    parseSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [first, ...lines] = error.message.split('\n');
    expect(first).toBe('The site cannot start with these settings:');
    return lines.map((line) => line.replace(/^ {2}- /, ''));
  }
}

test('parseSettings has a default for every optional setting', () => {
  expect(parseSettings(requiredEnv)).toMatchObject({
    production: false,
    port: 3000,
    appUrl: 'http://localhost:3000',
    logLevel: 'warn',
    trustProxy: [],
    frameAncestors: [],
    metricsToken: null,
    stripe: { apiUrl: 'https://api.stripe.com' },
    google: { issuer: 'https://accounts.google.com' },
  });
  expect(parseSettings({ ...requiredEnv, PORT: '4000', APP_URL: '' }).appUrl).toBe('http://localhost:4000');
  expect(parseSettings({ ...requiredEnv, DATA_DIR: '/var/pcb' })).toMatchObject({
    dataDir: '/var/pcb',
    storageUrl: 'file:/var/pcb/storage',
  });
});

test("parseSettings splits lists and trims the slash of the site's URL", () => {
  const settings = parseSettings({
    ...requiredEnv,
    APP_URL: 'https://beach.example/',
    ADMIN_EMAILS: ' Host@Example.com, two@example.com ,',
    TRUST_PROXY: '10.0.0.0/8, ::1,fd00::/8, loopback',
    FRAME_ANCESTORS: 'https://a.example,https://b.example',
  });
  expect(settings).toMatchObject({
    appUrl: 'https://beach.example',
    adminEmails: ['host@example.com', 'two@example.com'],
    trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8', 'loopback'],
    frameAncestors: ['https://a.example', 'https://b.example'],
  });
});

test('parseSettings reads the seconds between announcing a shutdown and closing the port', () => {
  const delay = (SHUTDOWN_DELAY_SECONDS?: string) =>
    parseSettings({ ...requiredEnv, SHUTDOWN_DELAY_SECONDS }).shutdownDelayMs;
  expect([delay(), delay('3'), delay('0.5')]).toEqual([0, 3_000, 500]);
  for (const SHUTDOWN_DELAY_SECONDS of ['-1', '61', '3s'])
    expect(listProblems({ ...requiredEnv, SHUTDOWN_DELAY_SECONDS })).toEqual([
      'SHUTDOWN_DELAY_SECONDS must be a number from 0 to 60',
    ]);
});

test('parseSettings takes a socket that systemd passed, and ignores one meant for another process', () => {
  const socket = (LISTEN_PID: string) =>
    parseSettings({ ...requiredEnv, LISTEN_FDS: '1', LISTEN_PID }).socketFd;
  expect([socket(String(process.pid)), socket('1'), parseSettings(requiredEnv).socketFd]).toEqual([
    3,
    null,
    null,
  ]);
});

test('parseSettings reads a sender with a name', () => {
  const from = (MAIL_FROM: string) => parseSettings({ ...requiredEnv, MAIL_FROM }).mailFrom;
  expect(from('stay@beach.example')).toEqual({ name: 'PCB Beach Rentals', address: 'stay@beach.example' });
  expect(from('Ann & Bob <stay@localhost>')).toEqual({ name: 'Ann & Bob', address: 'stay@localhost' });
  expect(from('"Ann, Bob" <stay@beach.example>')).toEqual({
    name: 'Ann, Bob',
    address: 'stay@beach.example',
  });
});

test('production reports every missing setting at once', () => {
  const names = Object.keys(requiredEnv).filter((name) => !name.startsWith('GOOGLE_'));
  expect(listProblems({ NODE_ENV: 'production' }).sort()).toEqual(
    ['APP_URL', ...names].map((name) => `${name} is missing`).sort(),
  );
});

test('production rejects an empty site URL, and starts with all required settings', () => {
  expect(listProblems({ ...requiredEnv, NODE_ENV: 'production', APP_URL: ' ' })).toEqual([
    'APP_URL is missing',
  ]);
  const settings = parseSettings({
    ...requiredEnv,
    NODE_ENV: 'production',
    APP_URL: 'https://beach.example',
  });
  expect(settings).toMatchObject({ production: true, logLevel: 'info' });
});

test.each([
  'https://beach.example/site',
  'https://beach.example/?lang=en',
  'https://beach.example/#home',
  'https://host:secret@beach.example',
  'https://host@beach.example',
])('the site URL is only an origin: %s is rejected', (APP_URL) => {
  for (const NODE_ENV of ['production', ''])
    expect(listProblems({ ...requiredEnv, NODE_ENV, APP_URL })).toEqual([
      'APP_URL must be the origin alone, such as https://stay.example, without a path, query or credentials',
    ]);
});

test('production rejects plain HTTP, over which browsers store no session, except on this machine', () => {
  const production = { ...requiredEnv, NODE_ENV: 'production' };
  for (const APP_URL of ['http://beach.example', 'http://localhost.beach.example', 'http://10.0.0.7:3000'])
    expect(listProblems({ ...production, APP_URL })).toEqual([
      'APP_URL must start with https: in production, or nobody could sign in; http: works only on localhost',
    ]);
  for (const APP_URL of [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'https://b.example',
  ])
    expect(parseSettings({ ...production, APP_URL }).appUrl).toBe(APP_URL);
  expect(parseSettings({ ...requiredEnv, APP_URL: 'http://beach.example' }).appUrl).toBe(
    'http://beach.example',
  );
});

test('parseSettings normalizes the site URL as browsers do', () => {
  const spelled = (APP_URL: string) => parseSettings({ ...requiredEnv, APP_URL }).appUrl;
  expect(spelled('HTTPS://Beach.Example:443//')).toBe('https://beach.example');
  expect(spelled('https://beach.example:8443/')).toBe('https://beach.example:8443');
});

test('parseSettings reports every malformed setting at once and repeats no secret', () => {
  const problems = listProblems({
    ...requiredEnv,
    PORT: '70000',
    APP_URL: 'beach.example',
    DATABASE_URL: 'mysql://root:hunter2@localhost/pcb',
    SESSION_SECRET: 'hunter2',
    SMTP_URL: 'localhost:25',
    STRIPE_API_URL: 'javascript:alert(1)',
    GOOGLE_ISSUER: 'ftp://accounts.example',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: '10.0.0.0/8,everyone,10.0.0.0/40',
    MAIL_FROM: 'stay@pcb.example, eve@evil.example',
    HOSTS_EMAIL: 'hosts',
    FRAME_ANCESTORS: 'a.example',
  });
  expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(
    [
      'APP_URL',
      'DATABASE_URL',
      'FRAME_ANCESTORS',
      'GOOGLE_ISSUER',
      'HOSTS_EMAIL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'PORT',
      'SESSION_SECRET',
      'SMTP_URL',
      'STRIPE_API_URL',
      'TRUST_PROXY',
      'TRUST_PROXY',
    ].sort(),
  );
  expect(problems.join('\n')).not.toContain('hunter2');
});

test("the ports that stand-ins take above the site's must exist too", () => {
  expect(parseSettings({ ...requiredEnv, PORT: '65533' }, 2).port).toBe(65_533);
  expect(() => parseSettings({ ...requiredEnv, PORT: '65534' }, 2)).toThrow(
    'PORT must be a number from 1 to 65533; the stand-ins take the next 2',
  );
});

test('parseSettings rejects a storage URL of an unknown kind', () => {
  expect(listProblems({ ...requiredEnv, STORAGE_URL: '/srv/pcb', PORT: 'abc' })).toEqual([
    'PORT must be a number from 1 to 65535',
    'STORAGE_URL must start with file: and name a folder, or with s3: and name a bucket',
  ]);
});

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const s3Of = (STORAGE_URL: string, env: Record<string, string> = {}) =>
  parseSettings({ ...requiredEnv, ...keys, STORAGE_URL, ...env }).s3;

test('parseSettings takes a bucket of Amazon or of another provider', () => {
  expect(s3Of('file:/srv/files')).toBeNull();
  expect(s3Of('s3://beach', { AWS_REGION: 'eu-west-1', AWS_SESSION_TOKEN: 'token' })).toEqual({
    bucketUrl: 'https://beach.s3.eu-west-1.amazonaws.com',
    prefix: '',
    region: 'eu-west-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: 'token',
  });
  expect(s3Of('s3://beach/a/b/?endpoint=https://files.example/&region=auto')).toMatchObject({
    bucketUrl: 'https://files.example/beach',
    prefix: 'a/b/',
    region: 'auto',
  });
  expect(s3Of('s3://beach', { AWS_ENDPOINT_URL_S3: 'http://localhost:9000' })).toMatchObject({
    bucketUrl: 'http://localhost:9000/beach',
    region: 'us-east-1',
  });
});

test('parseSettings reports what is wrong with a bucket', () => {
  expect(listProblems({ ...requiredEnv, STORAGE_URL: 's3://beach' })).toEqual([
    'AWS_ACCESS_KEY_ID is missing, and STORAGE_URL names a bucket',
    'AWS_SECRET_ACCESS_KEY is missing, and STORAGE_URL names a bucket',
  ]);
  for (const address of ['s3://', 's3:bucket', 's3://B', 's3://beach/../x', 's3://user:word@beach'])
    expect(listProblems({ ...requiredEnv, ...keys, STORAGE_URL: address })).toEqual([
      'STORAGE_URL must look like s3://bucket or s3://bucket/folder',
    ]);
  expect(
    listProblems({ ...requiredEnv, ...keys, STORAGE_URL: 's3://beach?acl=public&endpoint=ftp://x' }),
  ).toEqual([
    'STORAGE_URL knows region and endpoint, not acl',
    'The endpoint of STORAGE_URL must be a URL that starts with https: or http:',
  ]);
});

test.each(['0', '-1', '3000.5', 'http', '65536'])('the port %s is rejected', (PORT) => {
  expect(listProblems({ ...requiredEnv, PORT })).toEqual(['PORT must be a number from 1 to 65535']);
});

test('parseSettings takes the client at Google with its secret, or neither', () => {
  const { GOOGLE_CLIENT_ID: _, GOOGLE_CLIENT_SECRET: __, ...without } = requiredEnv;
  expect(parseSettings(without).google).toMatchObject({ clientId: '', clientSecret: '' });
  const together = ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are given together, or neither'];
  expect(listProblems({ ...without, GOOGLE_CLIENT_ID: 'id' })).toEqual(together);
  expect(listProblems({ ...without, GOOGLE_CLIENT_SECRET: 'secret' })).toEqual(together);
});

const backupKey = Buffer.alloc(32, 'k').toString('base64url');

test('parseSettings reads where backups go, and the keys of a bucket of another company', () => {
  const backupOf = (env: Record<string, string>) => parseSettings({ ...requiredEnv, ...env }).backup;
  expect(backupOf({})).toBeNull();
  expect(backupOf({ BACKUP_URL: 'file:/var/backups' })).toEqual({
    url: 'file:/var/backups',
    s3: null,
    key: null,
  });
  const own = { BACKUP_AWS_ACCESS_KEY_ID: 'theirs', BACKUP_AWS_SECRET_ACCESS_KEY: 'theirs too' };
  const inBucket = { ...keys, ...own, BACKUP_URL: 's3://copies/site?region=auto', BACKUP_KEY: backupKey };
  expect(backupOf(inBucket)).toMatchObject({
    s3: { prefix: 'site/', accessKeyId: 'theirs', secretAccessKey: 'theirs too', sessionToken: undefined },
    key: Buffer.alloc(32, 'k'),
  });
  expect(backupOf({ ...keys, BACKUP_URL: 's3://copies', BACKUP_KEY: backupKey })?.s3).toMatchObject({
    accessKeyId: keys.AWS_ACCESS_KEY_ID,
  });
});

test('parseSettings reports what is wrong with the place of backups and their key', () => {
  const problemsOf = (env: Record<string, string>) => listProblems({ ...requiredEnv, ...keys, ...env });
  expect(problemsOf({ BACKUP_URL: 's3://copies' })).toEqual([
    'BACKUP_KEY is missing, and BACKUP_URL names a bucket: npm run backup -- --new-key prints one',
  ]);
  for (const BACKUP_KEY of ['short', `${backupKey}x`, backupKey.slice(1)])
    expect(problemsOf({ BACKUP_URL: 'file:/var/backups', BACKUP_KEY })).toEqual([
      'BACKUP_KEY must be 32 bytes in base64url: npm run backup -- --new-key prints one',
    ]);
  for (const BACKUP_URL of ['/var/backups', 'file:', 'file:backups', 'ftp://backups'])
    expect(problemsOf({ BACKUP_URL })).toEqual([
      'BACKUP_URL must start with file: and name a folder, or with s3: and name a bucket',
    ]);
  expect(
    problemsOf({ BACKUP_URL: 's3://copies', BACKUP_KEY: backupKey, BACKUP_AWS_ACCESS_KEY_ID: 'id' }),
  ).toEqual(['BACKUP_AWS_SECRET_ACCESS_KEY is missing, and BACKUP_URL names a bucket']);
});

test('parseSettings takes a folder of releases, and none without it', () => {
  expect(parseSettings({ ...requiredEnv, RELEASES_DIR: ' /opt/site ' }).releasesFolder).toBe('/opt/site');
  expect(parseSettings(requiredEnv).releasesFolder).toBeNull();
});

test('parseSettings takes any http address for the heartbeat, also on this machine', () => {
  const HEARTBEAT_URL = 'http://127.0.0.1:8080/beat?id=1';
  expect(parseSettings({ ...requiredEnv, HEARTBEAT_URL }).heartbeatUrl).toBe(HEARTBEAT_URL);
  expect(parseSettings(requiredEnv).heartbeatUrl).toBeNull();
  expect(listProblems({ ...requiredEnv, HEARTBEAT_URL: 'ftp://beat' })).toEqual([
    'HEARTBEAT_URL must be a URL that starts with http: or https:',
  ]);
});

test('parseSettings takes the most connections of a process, what it does, and a name server', () => {
  expect(parseSettings(requiredEnv)).toMatchObject({ poolSize: null, role: 'both' });
  expect(parseSettings({ ...requiredEnv, POOL_SIZE: '9', ROLE: 'web' })).toMatchObject({
    poolSize: 9,
    role: 'web',
  });
  expect(parseSettings({ ...requiredEnv, DNS_SERVER: '[2001:db8::53]:5353' }).dnsServer).toBe(
    '[2001:db8::53]:5353',
  );
  for (const DNS_SERVER of ['dns.example:53', '192.0.2.53', '192.0.2.53:0', '192.0.2.53:65536'])
    expect(listProblems({ ...requiredEnv, DNS_SERVER })).toEqual([
      'DNS_SERVER must be an address and a port, such as 192.0.2.53:53',
    ]);
  for (const POOL_SIZE of ['7', '1001', '9.5', 'many'])
    expect(listProblems({ ...requiredEnv, POOL_SIZE })).toEqual([
      'POOL_SIZE must be a number from 8 to 1000',
    ]);
  expect(listProblems({ ...requiredEnv, ROLE: 'jobs' })).toEqual(['ROLE must be one of web, worker, both']);
});
