// What the reports of Vitest and Playwright say, and the end of a run that follows from it.

/** A failed test. */
export interface Failure {
  /** Path from the root. */
  file: string;
  title: string;
  /** The line of a browser test. */
  line?: number;
  /** The first lines of its error. */
  error: string;
}

export interface FileTime {
  kind: string;
  file: string;
  ms: number;
}

export interface Report {
  passed: number;
  failures: Failure[];
  /** Errors outside any test, which a test that passes in a second run by itself does not explain. */
  errors: string[];
  times: FileTime[];
}

/** Whether failed tests are all that made a run fail, so that it passes where they do. */
export const isByTestsAlone = (report: Report | undefined): boolean =>
  report !== undefined && report.failures.length > 0 && report.errors.length === 0;

interface VitestReport {
  errors: string[];
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Spec {
  file: string;
  line: number;
  title: string;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
}

interface Suite {
  title: string;
  specs?: Spec[];
  suites?: Suite[];
}

const maxLines = 12;
const firstLines = (messages: string[]): string =>
  messages.flatMap((message) => message.split('\n').slice(0, maxLines)).join('\n');

/** @param relative makes a path from the root of a file's whole path */
export function readVitest(report: VitestReport, kind: string, relative: (file: string) => string): Report {
  const files = report.testResults.map((result) => ({ ...result, file: relative(result.name) }));
  return {
    passed: files.reduce(
      (sum, { assertionResults }) =>
        sum + assertionResults.filter(({ status }) => status === 'passed').length,
      0,
    ),
    failures: files.flatMap(({ file, message, assertionResults }) => [
      ...(message ? [{ file, title: '', error: firstLines([message]) }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file,
          title: fullName.trim(),
          error: firstLines(failureMessages),
        })),
    ]),
    errors: report.errors.map((message) => firstLines([message])),
    times: files.map(({ file, startTime, endTime }) => ({ kind, file, ms: endTime - startTime })),
  };
}

interface PlaywrightReport {
  suites?: Suite[];
  errors?: { message?: string }[];
}

/** @param folder where the files of the report lie */
export function readPlaywright(report: PlaywrightReport, kind: string, folder: string): Report {
  const specs = (report.suites ?? [])
    .flatMap(listSpecs)
    .map((spec) => ({ ...spec, file: `${folder}/${spec.file}` }));
  const passes = ({ tests }: Spec) => tests.every(({ status }) => status === 'expected');
  return {
    passed: specs.filter(passes).length,
    failures: specs
      .filter((spec) => !passes(spec))
      .map(({ file, line, title, tests }) => ({
        file,
        line,
        title,
        error: firstLines(
          tests.flatMap(({ results }) =>
            results.flatMap(({ error }) => (error?.message ? [error.message] : [])),
          ),
        ),
      })),
    errors: (report.errors ?? []).map(({ message = '' }) => firstLines([message])),
    times: specs.map(({ file, tests }) => ({
      kind,
      file,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}

const listSpecs = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(listSpecs)];

export interface RunResult {
  passed: number;
  failures: Failure[];
  /** Tests that failed and then passed by themselves. */
  flaky: Failure[];
  /** Parts that failed as a whole, with what is to be said about them. */
  failedParts: string[];
}

/** The number of flaky tests above which a run is red. */
export const maxFlaky = 2;

export const isGreen = ({ passed, failures, flaky, failedParts }: RunResult): boolean =>
  passed > 0 && failures.length === 0 && failedParts.length === 0 && flaky.length <= maxFlaky;

/** What failed, what was flaky and, on the last line, the numbers. */
export function formatEnd(result: RunResult): string {
  const { passed, failures, flaky, failedParts } = result;
  return [
    ...failures.map((failure) => `${formatFailure('✗', failure)}\n`),
    ...flaky.map((failure) => `${formatFailure('FLAKY', failure)}\n`),
    ...(failedParts.length > 0 ? [`Failed: ${failedParts.join('; ')}\n`] : []),
    ...(flaky.length > 0 ? [formatFlaky(flaky)] : []),
    `tests: ${passed} passed, ${failures.length} failed`,
  ].join('\n');
}

const formatFailure = (mark: string, { file, title, error }: Failure): string =>
  [`${mark} ${file} › ${title}`, ...error.split('\n')].join('\n    ');

function formatFlaky(flaky: Failure[]): string {
  const tooMany = flaky.length > maxFlaky ? ', which fails the run' : '';
  return `FLAKY: ${flaky.length} (at most ${maxFlaky})${tooMany}: ${flaky.map(({ file, title }) => title || file).join('; ')}`;
}

const slowestCount = 20;

/** The slowest files, and the sums by kind and by folder. */
export function formatTimes(times: FileTime[]): string {
  const files = sumBy(times, ({ file }) => file);
  const folders = sumBy(times, ({ file }) => file.split('/').slice(0, -1).slice(0, 2).join('/'));
  const kinds = sumBy(times, ({ kind }) => kind);
  return [
    ...formatRows(`The ${Math.min(slowestCount, files.length)} slowest files`, files.slice(0, slowestCount)),
    ...formatRows('By folder', folders),
    ...formatRows('By kind', kinds),
  ].join('\n');
}

function sumBy(times: FileTime[], key: (time: FileTime) => string): [string, number][] {
  const sums = new Map<string, number>();
  for (const time of times) sums.set(key(time), (sums.get(key(time)) ?? 0) + time.ms);
  return [...sums].sort(([, a], [, b]) => b - a);
}

const formatRows = (title: string, rows: [string, number][]): string[] => [
  `\n${title}`,
  ...rows.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name || '.'}`),
];
