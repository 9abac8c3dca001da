// Runs the checks of the first ring, of the second, or one part of them, and says at the end what failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { type FailedRun, runAgain } from './run-again.ts';
import { runPart } from './run-part.ts';
import {
  fileParts,
  firstRingOptions,
  type Kind,
  kinds,
  listPartFiles,
  listRandomTests,
  listServerFiles,
  listSpecs,
  listWaitingTests,
  oldestServerOptions,
  partNames,
  partOf,
  rehearsalGroups,
} from './test-parts.ts';
import {
  type Failure,
  type FileTime,
  formatEnd,
  formatTimes,
  isByTestsAlone,
  isGreen,
  type Report,
  type RunResult,
  readPlaywright,
  readVitest,
} from './test-report.ts';
import { installWebkit } from './webkit.mjs';

const root = path.join(import.meta.dirname, '..');
const bin = (...parts: string[]) => path.join(root, 'node_modules', ...parts);
const script = (name: string) => path.join(import.meta.dirname, name);
const minute = 60_000;

const isAll = process.argv[2] === 'all';
const choice = process.argv[isAll ? 3 : 2];
const choices = isAll ? [...partNames, '--rest'] : [...kinds];
if (choice !== undefined && !choices.includes(choice)) {
  console.error(
    `\nThere are no tests of the ${isAll ? 'part' : 'kind'} "${choice}": say ${choices.join(', ')}, or nothing for all.`,
  );
  process.exit(1);
}
// This process ends with the one that started it, but their channel does not keep it alive.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

const isStrict = process.env.STRICT === '1';
/** The first ring, and the second after it, in minutes: a slow machine needs more than twice what a quick one takes. */
const limits = { first: 20, second: 50 };
/** A part that says nothing for so many minutes hangs. */
const silenceMinutes = 5;
const runMinutes = isAll ? limits.second + (choice === undefined ? limits.first : 0) : limits.first;
/** The run ends by this time, even if a process hangs. */
const endsAt = Date.now() + runMinutes * minute;
const result: RunResult = { passed: 0, failures: [], flaky: [], failedParts: [] };
const times: FileTime[] = [];

interface Check {
  title: string;
  file?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  limitMinutes: number;
  silentMinutes?: number;
  isQuiet?: boolean;
}

/** Runs one check; its failure is remembered, and the others still run. */
async function check(options: Check): Promise<boolean> {
  const end = await runCheck(options);
  if (!end.isPassed) result.failedParts.push(describeFailure(options, end.isOverdue));
  return end.isPassed;
}

async function runCheck(options: Check) {
  const { title, file = process.execPath, args, env, limitMinutes, isQuiet = false } = options;
  const silenceMs = (options.silentMinutes ?? silenceMinutes) * minute;
  const before = Date.now();
  const limitMs = Math.max(0, Math.min(limitMinutes * minute, endsAt - before));
  console.log(`\n• ${title}`);
  const end = await runPart(file, args, { cwd: root, env, limitMs, silenceMs, isQuiet });
  const seconds = ((Date.now() - before) / 1000).toFixed(1);
  if (isQuiet && !end.isPassed) console.log(end.output.trim());
  console.log(`  ${title}: ${end.isPassed ? 'done' : 'FAILED'} in ${seconds} s`);
  return end;
}

const describeFailure = (
  { title, limitMinutes, silentMinutes = silenceMinutes }: Check,
  isOverdue: boolean,
): string =>
  isOverdue
    ? `${title} (was ended: it takes no longer than ${limitMinutes} minutes, says something in ${silentMinutes}, and the run has a limit, too)`
    : title;

const results = path.join(root, 'test-results');

/** A check that leaves a report; a failed test of it may be run again alone. */
interface TestCheck extends Check {
  report: string;
  read(report: object): Report;
  /** The check that runs one test again; without it, none is. */
  again?: (failure: Failure) => Check;
}

/** Failed browser tests of the first ring and all failed ones of the second. */
const failedOnce: FailedRun[] = [];

async function runTests(test: TestCheck): Promise<void> {
  const end = await runCheck(test);
  const report = readReport(test);
  if (report) {
    result.passed += report.passed;
    times.push(...report.times);
    if (test.again) failedOnce.push(...report.failures.map((failure) => toFailedRun(failure, test)));
    else result.failures.push(...report.failures);
  }
  if (end.isPassed || (!end.isOverdue && isByTestsAlone(report))) return;
  const errors = (report?.errors ?? []).map((error) => `\n  ${error}`).join('');
  result.failedParts.push(`${describeFailure(test, end.isOverdue)}${errors}`);
}

const toFailedRun = (failure: Failure, test: TestCheck): FailedRun => ({
  failure,
  passesAlone: () => passesAlone(failure, test),
});

function readReport({ report, read }: TestCheck): Report | undefined {
  const file = path.join(results, report);
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

const againReport = 'again.json';

/** A run that selects no test passes as well. */
async function passesAlone(failure: Failure, test: TestCheck): Promise<boolean> {
  rmSync(path.join(results, againReport), { force: true });
  if (!test.again || !(await runCheck(test.again(failure))).isPassed) return false;
  return (readReport({ ...test, report: againReport })?.passed ?? 0) > 0;
}

/** Runs a part of the second ring that leaves no report; it may be run again as a whole. */
async function runWhole(part: Check): Promise<void> {
  const end = await runCheck(part);
  if (end.isPassed) return;
  failedOnce.push({
    failure: { file: part.title, title: 'as a whole', error: 'Its output is above.' },
    failedPart: describeFailure(part, end.isOverdue),
    passesAlone: async () => (await runCheck({ ...part, title: `Once more: ${part.title}` })).isPassed,
  });
}

const biome = bin('@biomejs', 'biome', 'bin', 'biome');
/** The parts of a row do not wait for each other. */
const staticChecks: Check[][] = [
  [{ title: 'Format and lint', args: [biome, 'ci', '--error-on-warnings', '.'], limitMinutes: 8 }],
  [
    {
      title: 'Types of the routes',
      args: [bin('@react-router', 'dev', 'bin.cjs'), 'typegen'],
      limitMinutes: 8,
    },
    {
      title: 'Types',
      // Several checkers would each check what they share, and the other core is not idle.
      args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '--checkers', '1'],
      limitMinutes: 8,
    },
    { title: 'Unused files, exports and packages', args: [bin('knip', 'bin', 'knip.js')], limitMinutes: 8 },
  ],
];

async function runStatic(): Promise<void> {
  const runRow = async (row: Check[]) => {
    for (const one of row) {
      const before = Date.now();
      await check({ ...one, isQuiet: true });
      times.push({ kind: 'static', file: `static/${one.title}`, ms: Date.now() - before });
    }
  };
  await Promise.all(staticChecks.map(runRow));
}

const relative = (file: string): string => path.relative(root, file);

interface VitestOptions {
  title: string;
  /** Names the report. */
  name: string;
  args: string[];
  kind: string;
  env?: NodeJS.ProcessEnv;
  limitMinutes: number;
  isRunAgain: boolean;
  /** What runs Vitest, and its command. */
  runner?: string[];
  command?: string[];
}

function vitest(options: VitestOptions): TestCheck {
  const {
    name,
    kind,
    env,
    limitMinutes,
    runner = [bin('vitest', 'vitest.mjs')],
    command = ['run'],
  } = options;
  const report = `${name}.json`;
  const reportTo = (file: string) => [
    '--reporter=default',
    `--reporter=${script('json-report.ts')}`,
    `--outputFile.json=test-results/${file}`,
  ];
  return {
    title: options.title,
    args: [...runner, ...command, ...reportTo(report), ...options.args],
    env,
    limitMinutes,
    report,
    read: (json) => readVitest(json as Parameters<typeof readVitest>[0], kind, relative),
    again: options.isRunAgain
      ? ({ file, title }) => ({
          title: `Once more: ${file} › ${title}`,
          args: [
            ...runner,
            'run',
            file,
            ...reportTo(againReport),
            ...(title ? ['--testNamePattern', `^${escapePattern(title)}$`] : []),
          ],
          env,
          limitMinutes: 10,
        })
      : undefined,
  };
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Browser tests that run at once, each with a site and a database of its own. */
const browserWorkers = 2;

interface Prepared {
  chromium: string;
  isBuilt: boolean;
}

/** Finds the browsers and builds the site; where it cannot, the run fails and its other parts still end. */
async function prepareBrowserTests(): Promise<Prepared> {
  try {
    const chromium = await findChromium();
    await installWebkit();
    return {
      chromium,
      isBuilt: await check({ title: 'Build', args: [script('build.mjs')], limitMinutes: 6, isQuiet: true }),
    };
  } catch (error) {
    result.failedParts.push(`Browsers (${error instanceof Error ? error.message : error})`);
    return { chromium: '', isBuilt: false };
  }
}

/** Runs browser tests: each worker takes the next file as soon as it is done with one. */
async function runBrowserTests(ring: 1 | 2, limitMinutes: number, prepared: Prepared): Promise<void> {
  if (!prepared.isBuilt) return;
  const name = `browser-${ring}`;
  const cli = [bin('@playwright', 'test', 'cli.js'), 'test'];
  const env = { CHROMIUM_PATH: prepared.chromium, E2E_RESULTS: `test-results/${name}` };
  await runTests({
    title: `Browser tests of ${ring === 1 ? 'e2e' : 'e2e/more'}`,
    args: [...cli, `--workers=${browserWorkers}`, ...listSpecs(ring)],
    env,
    limitMinutes,
    report: `${name}.json`,
    read: (json) => readPlaywright(json, 'browser', 'e2e'),
    again: ({ file, line, title }) => ({
      title: `Once more: ${file} › ${title}`,
      args: [...cli, `${file}:${line}`],
      env: { ...env, E2E_RESULTS: 'test-results/again' },
      limitMinutes: 5,
    }),
  });
}

async function runFirstRing(only?: Kind): Promise<void> {
  const isSelected = (kind: Kind) => only === undefined || only === kind;
  const args = firstRingOptions;
  const unit = { title: 'Unit and API tests', name: 'unit', args, kind: 'unit', limitMinutes: 16 };
  // They need nothing of each other, and none of them uses two cores all the time.
  const [prepared] = await Promise.all([
    isSelected('browser') ? prepareBrowserTests() : undefined,
    isSelected('static') ? runStatic() : undefined,
    isSelected('unit') ? runTests(vitest({ ...unit, isRunAgain: false })) : undefined,
  ]);
  // Browsers take the cores from all else; beside them the unit tests would wait longer than they do alone.
  if (prepared) await runBrowserTests(1, 14, prepared);
}

/** Raises the numbers of runs in `test/runs.ts`. */
const manyRuns = { TEST_RUNS: 'full' };

/** All parts that are lists of files, in one process: it reads the modules and fills the database's template once. */
function runFileParts(): Promise<void> {
  const names = Object.keys(fileParts);
  const joined = vitest({
    title: `Parts ${names.join(', ')}`,
    name: 'files',
    kind: 'files',
    args: names.flatMap(listPartFiles),
    limitMinutes: 20,
    isRunAgain: true,
  });
  const read = (json: object): Report => {
    const report = joined.read(json);
    return {
      ...report,
      times: report.times.map((time) => ({ ...time, kind: partOf(time.file) ?? time.kind })),
    };
  };
  return runTests({ ...joined, read });
}

/** A part of the second ring by Vitest. */
const vitestPart = (name: string, limitMinutes: number, args: string[], more: Partial<VitestOptions> = {}) =>
  runTests(
    vitest({ title: `Part ${name}`, name, kind: name, args, limitMinutes, isRunAgain: true, ...more }),
  );

/** All groups of the rehearsal, or these. */
const rehearse = (...groups: string[]) =>
  runWhole({
    title: ['Part rehearse', ...groups].join(' '),
    args: [script('rehearse.mjs'), ...groups],
    limitMinutes: 25,
    // An image of a container is built without a word.
    silentMinutes: 15,
  });

const secondRing: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.keys(fileParts).map((name) => [name, () => vitestPart(name, 12, listPartFiles(name))]),
  ),
  waits: () => vitestPart('waits', 8, [...listWaitingTests(), '--tags-filter=waits']),
  histories: () =>
    vitestPart('histories', 10, [...listRandomTests(), '--tags-filter=!waits'], { env: manyRuns }),
  browser: async () => runBrowserTests(2, 40, await prepareBrowserTests()),
  postgres15: () =>
    vitestPart('postgres15', 16, [...listServerFiles(), '--exclude=scripts/**', ...oldestServerOptions], {
      runner: [script('postgres15.ts')],
      command: ['related', '--run'],
    }),
  rehearse: () => rehearse(),
};

/** Runs all parts. Some mostly wait and leave the processor's time to others; browsers take both cores, so they come last. */
async function runSecondRing(): Promise<void> {
  // The rehearsal would build the site while tests start it.
  const prepared = await prepareBrowserTests();
  await rehearse(...rehearsalGroups.alone);
  const runInTurn = async () => {
    await runFileParts();
    await secondRing.histories?.();
    await secondRing.postgres15?.();
  };
  await Promise.all([runInTurn(), secondRing.waits?.(), rehearse(...rehearsalGroups.besideOthers)]);
  await runBrowserTests(2, 40, prepared);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (!isAll) await runFirstRing(choice as Kind | undefined);
else if (choice !== undefined && choice !== '--rest') await secondRing[choice]?.();
else {
  if (choice === undefined) await runFirstRing();
  await runSecondRing();
}
await runAgain(failedOnce, result, isStrict);
if (times.length > 0) console.log(formatTimes(times));
console.log(`\n${formatEnd(result)}`);
const needsTests = choice !== 'static' && choice !== 'rehearse';
process.exitCode = isGreen(needsTests ? result : { ...result, passed: 1 }) ? 0 : 1;
