import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectNode, root, run } from './prepare.mjs';

/** Chromium without windows, which renders pages in two thirds of the time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const systemPlaces = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/**
 * Finds a Chromium for the browser tests, or installs one: `CHROMIUM_PATH`, the system's, Debian's package when we are
 * root, otherwise Playwright's own.
 * @returns its path, or an empty string where Playwright knows its own
 */
export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`);
  }
  const installed = systemPlaces.find((place) => existsSync(place));
  if (installed) return installed;
  if (canInstallPackages()) {
    console.log('• Installing Chromium …');
    const problem = 'Chromium could not be installed';
    await installPackages(['chromium-headless-shell'], problem).catch(() =>
      installPackages(['chromium'], problem),
    );
    return systemPlaces.find((place) => existsSync(place));
  }
  console.log('• Installing Chromium …');
  const cli = path.join(
    path.dirname(createRequire(path.join(root, 'x.js')).resolve('@playwright/test')),
    'cli.js',
  );
  await run(projectNode, [cli, 'install', 'chromium'], { problem: 'Chromium could not be installed' });
  return '';
}

/** Whether this is Debian, or a relative of it, and we are root. */
export const canInstallPackages = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** Installs packages of the system. */
export async function installPackages(names, problem) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { problem, env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { problem, env });
}
