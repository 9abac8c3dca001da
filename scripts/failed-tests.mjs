/** What failed, so that the end of a long log names it. @returns file, title and the first lines of the error, of reports by Vitest and Playwright */
export const failedTests = (unit, browser) => [
  ...(unit?.testResults ?? []).flatMap(({ name, assertionResults, message }) => [
    ...(assertionResults.length === 0 && message ? [formatFailure(name, '', [message])] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => formatFailure(name, fullName, failureMessages)),
  ]),
  ...browser.flatMap((report) => (report?.suites ?? []).flatMap(failedSpecs)),
];

const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        formatFailure(
          `e2e/${file}`,
          title,
          results.flatMap(({ error }) => (error?.message ? [error.message] : [])),
        ),
      ),
  ),
  ...suites.flatMap(failedSpecs),
];

const shownLines = 12;

const formatFailure = (file, title, messages) =>
  [`✗ ${file} › ${title}`, ...messages.flatMap((message) => message.split('\n').slice(0, shownLines))].join(
    '\n    ',
  );
