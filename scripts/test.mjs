import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { failedByLostFrames, failedTests } from './failed-tests.mjs';
import { build, install, main, projectNode, root } from './prepare.mjs';
import { installWebkit } from './webkit.mjs';

const results = path.join(root, 'test-results');
const bin = (...parts) => path.join(root, 'node_modules', ...parts);

/** Runs one check with its output shown; its failure is remembered, and the others still run. */
async function check(title, args, env) {
  if (!(await passes(title, args, env))) failedChecks.push(title);
}

function passes(title, args, env = {}) {
  console.log(`\n• ${title}`);
  return new Promise((resolve) => {
    const child = spawn(projectNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.once('close', (code) => resolve(code === 0));
  });
}

const failedChecks = [];
/** Browser tests that passed in the first run of a share of which some were retried. */
let passedBefore = 0;

/** The browser tests run in two halves side by side, each with a site and a database of its own. */
const browserShares = [1, 2];
const firstBrowserPort = Number(process.env.E2E_PORT ?? 4310);
const portsOfShare = 20;

/** Every second file, as the long ones stand together in the alphabet. */
const listSpecs = (share) =>
  readdirSync(path.join(root, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .sort()
    .filter((_, index) => index % browserShares.length === share - 1)
    .map((name) => `e2e/${name}`);

/** Runs a share. Retries once those tests whose browser had stopped drawing, unless another failed. */
async function checkBrowserShare(share, chromium) {
  const title = `Browser tests, share ${share} of ${browserShares.length}`;
  const env = {
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(firstBrowserPort + (share - 1) * portsOfShare),
    E2E_RESULTS: `test-results/browser-${share}`,
  };
  const args = [bin('@playwright', 'test', 'cli.js'), 'test', ...listSpecs(share)];
  if (await passes(title, args, env)) return;
  const first = readReport(`browser-${share}.json`);
  if (!failedByLostFrames(first)) return failedChecks.push(title);
  passedBefore += first.stats.expected;
  await check(`${title}: what a browser without frames stopped`, [...args, '--last-failed'], env);
}

const kinds = ['static', 'unit', 'browser'];
/** `npm test -- unit` runs the tests of one kind alone; the API's are among `unit`. */
const only = process.argv[2];
const isSelected = (kind) => only === undefined || only === kind;

await main(async () => {
  if (only !== undefined && !kinds.includes(only))
    throw new Error(`There are no tests of the kind "${only}": say ${kinds.join(', ')}, or nothing for all.`);
  await install();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  if (isSelected('static')) {
    await check('Format and lint', [
      bin('@biomejs', 'biome', 'bin', 'biome'),
      'ci',
      '--error-on-warnings',
      '.',
    ]);
    await check('Types of the routes', [bin('@react-router', 'dev', 'bin.cjs'), 'typegen']);
    await check('Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']);
    await check('Unused files, exports and packages', [bin('knip', 'bin', 'knip.js')]);
  }
  if (isSelected('unit')) {
    const report = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'];
    await check('Unit and API tests', [bin('vitest', 'vitest.mjs'), 'run', ...report]);
  }
  if (isSelected('browser')) {
    const chromium = await findChromium();
    await installWebkit();
    await build();
    await Promise.all(browserShares.map((share) => checkBrowserShare(share, chromium)));
  }
  summarise();
});

function summarise() {
  const unit = readReport('unit.json');
  const browser = browserShares.map((share) => readReport(`browser-${share}.json`));
  const sum = (count) => browser.reduce((total, report) => total + (report ? count(report.stats) : 0), 0);
  const passed = passedBefore + (unit?.numPassedTests ?? 0) + sum((stats) => stats.expected);
  const failed = (unit?.numFailedTests ?? 0) + sum((stats) => stats.unexpected + stats.flaky);
  for (const description of failedTests(unit, browser)) console.log(`\n${description}`);
  if (failedChecks.length > 0) console.log(`\nFailed: ${failedChecks.join(', ')}`);
  console.log(`\ntests: ${passed} passed, ${failed} failed`);
  process.exitCode = failedChecks.length > 0 || failed > 0 || (only !== 'static' && passed === 0) ? 1 : 0;
}

function readReport(name) {
  const file = path.join(results, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
