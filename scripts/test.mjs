import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { build, install, main, projectNode, root } from './prepare.mjs';

const results = path.join(root, 'test-results');
const bin = (...parts) => path.join(root, 'node_modules', ...parts);

/** Runs one check with its output shown; its failure is remembered, and the others still run. */
function check(title, args, env = {}) {
  console.log(`\n• ${title}`);
  return new Promise((resolve) => {
    const child = spawn(projectNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.once('close', (code) => {
      if (code !== 0) failedChecks.push(title);
      resolve();
    });
  });
}

const failedChecks = [];

const kinds = ['static', 'unit', 'browser'];
/** `npm test -- unit` runs the tests of one kind alone; the API's are among `unit`. */
const only = process.argv[2];
const wanted = (kind) => only === undefined || only === kind;

await main(async () => {
  if (only !== undefined && !kinds.includes(only))
    throw new Error(`There are no tests of the kind "${only}": say ${kinds.join(', ')}, or nothing for all.`);
  await install();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  if (wanted('static')) {
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
  if (wanted('unit')) {
    const report = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'];
    await check('Unit and API tests', [bin('vitest', 'vitest.mjs'), 'run', ...report]);
  }
  if (wanted('browser')) {
    const chromium = await findChromium();
    await build();
    await check('Browser tests', [bin('@playwright', 'test', 'cli.js'), 'test'], { CHROMIUM_PATH: chromium });
  }
  summarise();
});

function summarise() {
  const unit = readReport('unit.json');
  const browser = readReport('e2e.json')?.stats;
  const passed = (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0);
  const failed = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0);
  if (failedChecks.length > 0) console.log(`\nFailed: ${failedChecks.join(', ')}`);
  console.log(`\ntests: ${passed} passed, ${failed} failed`);
  process.exitCode = failedChecks.length > 0 || failed > 0 || (only !== 'static' && passed === 0) ? 1 : 0;
}

function readReport(name) {
  const file = path.join(results, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
