import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseSettings } from '../src/env.server.ts';
import { offeredNames, parseEnvironmentFile, parseSocketUnit, parseUnit } from './unit.ts';

const deploy = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'deploy', name), 'utf8');

const unit = (line: string) =>
  parseUnit(deploy('pcb-beach-rentals@.service').replace(/^ExecStart=.*$/m, line), '3001');

test('the unit starts the built server in production, on the port that names its instance', () => {
  expect(parseUnit(deploy('pcb-beach-rentals@.service'), '3001')).toMatchObject({
    command: [
      '/opt/pcb-beach-rentals/current/node_modules/node/bin/node',
      '--max-semi-space-size=4',
      'build/app/server.js',
    ],
    environment: { NODE_ENV: 'production', PORT: '3001', DATA_DIR: '/var/lib/pcb-beach-rentals/3001' },
    stateDirectory: '/var/lib/pcb-beach-rentals/3001',
    killSignal: 'SIGTERM',
    killMode: 'mixed',
    timeoutStopMs: 90_000,
    restartMs: 200,
  });
  expect(parseSocketUnit(deploy('pcb-beach-rentals@.socket'), '3001')).toEqual({
    host: '127.0.0.1',
    port: 3001,
  });
});

test.each([
  'ExecStart=-/bin/true',
  'ExecStart=/bin/sh -c "node a.js"',
  'ExecStart=/bin/echo %n',
  'ExecStart=/bin/true\nExecStart=/bin/true',
])('a unit with more settings than the rehearsal applies is rejected: %s', (line) => {
  expect(() => unit(line)).toThrow();
});

test('the site starts with the example of the settings, each value as it stands there', () => {
  const settings = parseEnvironmentFile(deploy('settings.env.example'));
  const { environment } = parseUnit(deploy('pcb-beach-rentals@.service'), '3001');
  expect(parseSettings({ ...environment, ...settings })).toMatchObject({
    production: true,
    port: 3001,
    appUrl: 'https://www.example.com',
    mailFrom: { name: 'PCB Beach Rentals', address: 'stay@example.com' },
    trustProxy: ['127.0.0.1'],
    shutdownDelayMs: 5_000,
  });
});

test('an environment file is read as systemd reads it', () => {
  const text = '# A=1\n; B=2\n\nD="a b"\nE=x=y\n';
  expect(parseEnvironmentFile(text)).toEqual({ D: 'a b', E: 'x=y' });
  expect(offeredNames(text)).toEqual(['A', 'D', 'E']);
});
