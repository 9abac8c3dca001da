import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { type Fault, readFaults } from '../test/read-faults.ts';
import { openTests, type Tests } from './faults/open-tests.ts';
import type { Figure, Place } from './metric.ts';
import { databasePid, signal } from './site.ts';

const root = path.join(import.meta.dirname, '..');
const notCopied = ['.git', 'build', 'data', 'node_modules', 'playwright-report', 'test-results'];

/** Runs only the tests that the faults name; without it, a fault that these do not catch may take an hour. */
const namedTestsAlone = '--named';

/** Whether these parts are all faults. */
export const areAllFaults = (parts: string[]): boolean => parts.every((part) => part === namedTestsAlone);

interface Outcome {
  fault: Fault;
  /** The test that failed; undefined where none did. */
  caughtBy: string | undefined;
  failsTypes: boolean;
}

/**
 * Plants each fault of `test/planted-faults` in a copy of the checkout and runs tests of ring one until one fails: first
 * those that the fault names, then those that import what it changes, its feature's before the others.
 * @param parts groups or names of faults, all if there are none; `--named` runs only the tests that they name
 */
export async function faults({ dataDir }: Place, parts: string[]): Promise<Figure[]> {
  const names = parts.filter((part) => part !== namedTestsAlone);
  const selected = readFaults().filter(
    ({ group, name }) => names.length === 0 || names.includes(group) || names.includes(name),
  );
  if (selected.length === 0) throw new Error(`There is no fault "${names.join(' ')}".`);
  const server = await startPostgres(dataDir, () => {});
  const kill = () => signal(databasePid(dataDir), 'SIGQUIT');
  process.prependListener('exit', kill);
  await turnSyncsOff(server.url);
  process.env.DATABASE_URL = server.url;
  const copy = path.join(dataDir, 'copy');
  copyCheckout(copy);
  const tests = await openTests(copy);
  try {
    const start = performance.now();
    await requireGreen(tests, selected);
    const outcomes: Outcome[] = [];
    for (const fault of selected) {
      plant(copy, tests, fault);
      outcomes.push(await report(copy, tests, fault, !parts.includes(namedTestsAlone)));
      plant(copy, tests, fault, '--reverse');
    }
    return toFigures(outcomes, (performance.now() - start) / 1000);
  } finally {
    await tests.close();
    await server.stop();
    process.off('exit', kill);
  }
}

/** Nothing here outlives the run, so nothing has to survive a power failure. */
async function turnSyncsOff(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('alter system set fsync = off');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}

function copyCheckout(folder: string): void {
  const isCopied = (source: string) => !notCopied.includes(path.relative(root, source));
  cpSync(root, folder, { recursive: true, filter: isCopied });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
}

/** Checks that the tests which are to catch faults pass without any. */
async function requireGreen(tests: Tests, selected: Fault[]): Promise<void> {
  const failed = await tests.run([...new Set(selected.flatMap(({ caughtBy }) => caughtBy))]);
  if (failed) throw new Error(`Without any fault a test fails: ${failed}`);
}

function plant(copy: string, tests: Tests, { files, patch }: Fault, ...options: string[]): void {
  execFileSync('git', ['apply', ...options, patch], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  tests.reload(files);
}

/** Prints which test catches a planted fault. @param isSearched also among tests that the fault does not name, and the types */
async function report(copy: string, tests: Tests, fault: Fault, isSearched: boolean): Promise<Outcome> {
  const start = performance.now();
  const named = await tests.run(fault.caughtBy);
  const caughtBy = named ?? (isSearched ? await searchCatcher(tests, fault) : undefined);
  const failsTypes = isSearched && caughtBy === undefined && hasTypeErrors(copy);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const verdict = caughtBy ? 'caught' : 'NOT CAUGHT';
  const catcher = caughtBy ?? (failsTypes ? 'by the types alone' : 'by nothing');
  console.log(`${verdict.padEnd(10)} ${seconds.padStart(6)} s  ${fault.name}: ${catcher}`);
  return { fault, caughtBy, failsTypes };
}

async function searchCatcher(tests: Tests, { caughtBy, files }: Fault): Promise<string | undefined> {
  const others = (await tests.findRelated(files)).filter((file) => !caughtBy.includes(file));
  const isNear = (file: string) => files.some((changed) => featureOf(changed) === featureOf(file));
  const far = others.filter((file) => !isNear(file));
  return (await tests.run(others.filter(isNear))) ?? (await tests.run(far));
}

/** The feature, or the part of `src`, to which a file belongs. */
const featureOf = (file: string): string => /^src\/(features\/)?[^/]+/.exec(file)?.[0] ?? '';

function hasTypeErrors(folder: string): boolean {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: folder }).status !== 0;
}

function toFigures(outcomes: Outcome[], seconds: number): Figure[] {
  const caught = outcomes.filter(({ caughtBy }) => caughtBy !== undefined).length;
  const byTypes = outcomes.filter(({ failsTypes }) => failsTypes).length;
  return [
    { name: 'Planted faults that a test of ring one catches', value: caught, min: outcomes.length },
    { name: 'Planted faults that the types alone catch', value: byTypes },
    { name: 'Planted faults that nothing catches', value: outcomes.length - caught - byTypes, max: 0 },
    { name: 'Time for all', value: Math.round(seconds), unit: 's' },
    ...outcomes.map(toFigure),
  ];
}

const toFigure = ({ fault, caughtBy }: Outcome): Figure => ({
  name: `${fault.name}, by ${caughtBy?.split(': ')[0] ?? 'nothing'} (1: yes)`,
  value: caughtBy === undefined ? 0 : 1,
  min: 1,
});
