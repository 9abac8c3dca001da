/** What failed, so that the end of a long log names it. @returns file, title and the first lines of the error, of reports by Vitest and Playwright */
export const failedTests = (unit, browser) => [
  ...(unit?.testResults ?? []).flatMap(({ name, assertionResults, message }) => [
    ...(assertionResults.length === 0 && message ? [formatFailure(name, '', [message])] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => formatFailure(name, fullName, failureMessages)),
  ]),
  ...browser.flatMap((report) => listSpecs(report ?? {}).flatMap(formatSpec)),
];

/** The kind of the annotation that a browser test gets when its browser had stopped drawing. */
export const lostFrames = 'lost frames';

/** Whether all that failed in a report by Playwright waited for a browser that had stopped drawing. */
export function failedByLostFrames(report) {
  const tests = listSpecs(report ?? {}).flatMap((spec) => spec.tests);
  const failed = tests.filter(({ status }) => status === 'unexpected');
  return (
    failed.length > 0 &&
    failed.every(({ annotations }) => annotations.some(({ type }) => type === lostFrames))
  );
}

/** Of a report by Playwright, or of one of its suites, which hold others. */
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

const formatSpec = ({ file, title, tests }) =>
  tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) =>
      formatFailure(
        `e2e/${file}`,
        title,
        results.flatMap(({ error }) => (error?.message ? [error.message] : [])),
      ),
    );

const maxLines = 12;

const formatFailure = (file, title, messages) =>
  [`✗ ${file} › ${title}`, ...messages.flatMap((message) => message.split('\n').slice(0, maxLines))].join(
    '\n    ',
  );
