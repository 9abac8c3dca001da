import { expect, test } from 'vitest';
import { parseSettings, SettingsError } from './env.server.ts';

const local = {
  DATABASE_URL: 'postgres://site@localhost/pcb',
  SESSION_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  SMTP_URL: 'smtp://localhost:3002',
  MAIL_FROM: 'stay@pcbbeachrentals.example',
  HOSTS_EMAIL: 'hosts@pcbbeachrentals.example',
  STRIPE_SECRET_KEY: 'sk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
  GOOGLE_CLIENT_ID: 'stand-in-client',
  GOOGLE_CLIENT_SECRET: 'stand-in-secret',
};

function problemsOf(env: Record<string, string | undefined>): string[] {
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

test('what is not said has a default', () => {
  expect(parseSettings(local)).toMatchObject({
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
  expect(parseSettings({ ...local, PORT: '4000', APP_URL: '' }).appUrl).toBe('http://localhost:4000');
  expect(parseSettings({ ...local, DATA_DIR: '/var/pcb' })).toMatchObject({
    dataDir: '/var/pcb',
    storageUrl: 'file:/var/pcb/storage',
  });
});

test('lists are split, and the address of the site has no slash at its end', () => {
  const settings = parseSettings({
    ...local,
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

test('the sender may have a name', () => {
  const from = (MAIL_FROM: string) => parseSettings({ ...local, MAIL_FROM }).mailFrom;
  expect(from('stay@beach.example')).toEqual({ name: 'PCB Beach Rentals', address: 'stay@beach.example' });
  expect(from('Ann & Bob <stay@localhost>')).toEqual({ name: 'Ann & Bob', address: 'stay@localhost' });
  expect(from('"Ann, Bob" <stay@beach.example>')).toEqual({
    name: 'Ann, Bob',
    address: 'stay@beach.example',
  });
});

test('production names everything that is missing at once', () => {
  expect(problemsOf({ NODE_ENV: 'production' }).sort()).toEqual(
    ['APP_URL', ...Object.keys(local)].map((name) => `${name} is missing`).sort(),
  );
});

test('production does not take an empty address for the site, and starts with all it needs', () => {
  expect(problemsOf({ ...local, NODE_ENV: 'production', APP_URL: ' ' })).toEqual(['APP_URL is missing']);
  const settings = parseSettings({ ...local, NODE_ENV: 'production', APP_URL: 'https://beach.example' });
  expect(settings).toMatchObject({ production: true, logLevel: 'info' });
});

test('every malformed setting is named at once, and no secret is repeated', () => {
  const problems = problemsOf({
    ...local,
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
      ...[
        'APP_URL',
        'DATABASE_URL',
        'FRAME_ANCESTORS',
        'GOOGLE_ISSUER',
        'HOSTS_EMAIL',
        'LOG_LEVEL',
        'MAIL_FROM',
      ],
      ...['PORT', 'SESSION_SECRET', 'SMTP_URL', 'STRIPE_API_URL', 'TRUST_PROXY', 'TRUST_PROXY'],
    ].sort(),
  );
  expect(problems.join('\n')).not.toContain('hunter2');
});

test('the ports above that stand-ins take must exist too', () => {
  expect(parseSettings({ ...local, PORT: '65533' }, 2).port).toBe(65_533);
  expect(() => parseSettings({ ...local, PORT: '65534' }, 2)).toThrow(
    'PORT must be a number from 1 to 65533; the stand-ins take the next 2',
  );
});

test.each(['s3://bucket/site', '/srv/pcb'])('files cannot be kept at %s', (STORAGE_URL) => {
  expect(problemsOf({ ...local, STORAGE_URL, PORT: 'abc' })).toEqual([
    'PORT must be a number from 1 to 65535',
    'STORAGE_URL must start with file: and name a folder; S3 is not available yet',
  ]);
});

test.each(['0', '-1', '3000.5', 'http', '65536'])('the port %s is refused', (PORT) => {
  expect(problemsOf({ ...local, PORT })).toEqual(['PORT must be a number from 1 to 65535']);
});
