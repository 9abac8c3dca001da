import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../bench/browser.ts';

const bench = path.join(import.meta.dirname, '..', 'bench');

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a bench opens the Chromium that is found for the tests', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/chromium');
  await expect(openBrowser()).rejects.toThrow('CHROMIUM_PATH names /no/such/chromium, which does not exist.');
});

test('no bench looks for a browser by itself', () => {
  const own = readdirSync(bench, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'browser.ts')
    .filter((name) => /\bchromium\b|executablePath/.test(readFileSync(path.join(bench, name), 'utf8')));
  expect(own).toEqual([]);
});
