import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { parseSettings } from '../src/env.server.ts';
import { parseEnvironmentFile } from './unit.ts';

const deploy = path.join(import.meta.dirname, '..', 'deploy');
const fromHere = createRequire(import.meta.url);
/** The parser of a tool that checks this repository. */
const { parse } = createRequire(fromHere.resolve('knip'))('yaml') as { parse(text: string): Compose };

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string; args?: Record<string, string> };
  environment: Record<string, string>;
  volumes: string[];
  ports?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  mem_limit?: string;
  pids_limit?: number;
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { enable_ipv6?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, null>;
}

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, minItems: 1, uniqueItems: true };
const duration = { type: 'string', pattern: '^([0-9]+(ms|s|m|h))+$' };
const only = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The keys of the Compose Specification that this file uses, as its own JSON Schema has them. */
const schema = only(
  {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' },
      additionalProperties: {
        ...only({
          image: text,
          build: only(
            {
              context: text,
              dockerfile: text,
              args: {
                type: 'object',
                additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
              },
            },
            ['context'],
          ),
          init: { type: 'boolean' },
          restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
          env_file: text,
          environment: {
            type: 'object',
            additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          },
          volumes: texts,
          ports: { type: 'array', items: { type: 'string', pattern: '^[0-9]+:[0-9]+(/(tcp|udp))?$' } },
          depends_on: {
            oneOf: [
              texts,
              {
                type: 'object',
                additionalProperties: only(
                  {
                    condition: {
                      enum: ['service_started', 'service_healthy', 'service_completed_successfully'],
                    },
                  },
                  ['condition'],
                ),
              },
            ],
          },
          healthcheck: only({
            test: texts,
            interval: duration,
            timeout: duration,
            retries: { type: 'integer' },
            start_period: duration,
          }),
          shm_size: { type: ['string', 'number'] },
          stop_grace_period: duration,
          security_opt: texts,
          cap_drop: texts,
          cap_add: texts,
          read_only: { type: 'boolean' },
          tmpfs: texts,
          mem_limit: { type: 'string', pattern: '^[0-9]+[mg]$' },
          pids_limit: { type: 'integer', minimum: 1 },
        }),
        anyOf: [{ required: ['image'] }, { required: ['build'] }],
      },
    },
    networks: {
      type: 'object',
      additionalProperties: only({
        enable_ipv6: { type: 'boolean' },
        ipam: only({ config: { type: 'array', items: only({ subnet: text }, ['subnet']) } }),
      }),
    },
    volumes: { type: 'object', additionalProperties: { type: ['object', 'null'] } },
  },
  ['services'],
);

const compose = parse(readFileSync(path.join(deploy, 'compose.yaml'), 'utf8'));

test('compose.yaml has the keys and values only of the Compose Specification', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  expect(validate(compose) || validate.errors).toBe(true);
});

test('compose.yaml runs the site, PostgreSQL 18 and Caddy, and opens only the proxy’s ports', () => {
  const { site, database, proxy } = compose.services;
  const args = { COMMIT: `\${COMMIT:-}` };
  expect(site?.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile', args });
  expect(readFileSync(path.join(deploy, 'Dockerfile'), 'utf8')).toMatch(/^ARG COMMIT=$/m);
  expect(database?.image).toMatch(/postgres:18/);
  expect(proxy?.image).toMatch(/caddy:2/);
  expect([site?.ports, database?.ports]).toEqual([undefined, undefined]);
  const named = Object.values(compose.services)
    .flatMap(({ volumes }) => volumes)
    .map((volume) => volume.split(':')[0] as string);
  for (const name of named.filter((volume) => !volume.startsWith('.')))
    expect(Object.keys(compose.volumes)).toContain(name);
});

test('every container has limits, gains no privileges and keeps only the capabilities that it needs', () => {
  const needed = {
    site: undefined,
    database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
    proxy: ['NET_BIND_SERVICE'],
  };
  for (const [name, service] of Object.entries(compose.services)) {
    const { security_opt, cap_drop, cap_add, mem_limit, pids_limit } = service;
    expect([name, security_opt, cap_drop]).toEqual([name, ['no-new-privileges:true'], ['ALL']]);
    expect(cap_add).toEqual(needed[name as keyof typeof needed]);
    expect([mem_limit, pids_limit]).toEqual([expect.any(String), expect.any(Number)]);
  }
});

test('the network has IPv6 of its own, so that each visitor over it is a client of their own, and the proxy a trusted one', () => {
  const { enable_ipv6, ipam } = compose.networks.default ?? {};
  const [subnet = '', ...more] = ipam?.config.map((one) => one.subnet) ?? [];
  expect([enable_ipv6, more]).toEqual([true, []]);
  const [address = '', bits = ''] = subnet.split('/');
  const uniquelocal = new BlockList();
  uniquelocal.addSubnet('fc00::', 7, 'ipv6');
  expect([uniquelocal.check(address, 'ipv6'), bits]).toEqual([true, '64']);
});

test('the one .env makes the site start, with secrets of its own each time', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = ['first', 'second'].map((name) => {
    const place = path.join(folder, name);
    cpSync(deploy, place, { recursive: true, filter: (file) => path.basename(file) !== '.env' });
    execFileSync('sh', [path.join(place, 'make-env.sh')], { stdio: 'ignore' });
    expect(statSync(path.join(place, '.env')).mode & 0o777).toBe(0o600);
    expect(() => execFileSync('sh', [path.join(place, 'make-env.sh')], { stdio: 'ignore' })).toThrow();
    return parseEnvironmentFile(readFileSync(path.join(place, '.env'), 'utf8'));
  });
  const [env = {}, other = {}] = made;
  const filled = Object.entries(compose.services.site?.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(
      /\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
      (_, variable: string, fallback = '') => env[variable] ?? fallback,
    ),
  ]);
  const settings = parseSettings({ NODE_ENV: 'production', ...env, ...Object.fromEntries(filled) });
  expect(settings.appUrl).toBe('https://localhost');
  expect(settings.databaseUrl).toContain(`pcb:${env.POSTGRES_PASSWORD}@database:5432/pcb`);
  // A random client of Google would offer guests a button that cannot work.
  expect(settings.google).toMatchObject({ clientId: '', clientSecret: '' });
  const volume = compose.services.site?.volumes[0]?.split(':')[1];
  expect(settings.backup).toEqual({ url: `file:${volume}/backups`, s3: null, key: expect.any(Buffer) });
  const secrets = [
    'POSTGRES_PASSWORD',
    'SESSION_SECRET',
    'STRIPE_WEBHOOK_SECRET',
    'METRICS_TOKEN',
    'BACKUP_KEY',
  ];
  for (const name of secrets) {
    expect(env[name]?.length, name).toBeGreaterThanOrEqual(32);
    expect(env[name], name).not.toBe(other[name]);
  }
});
