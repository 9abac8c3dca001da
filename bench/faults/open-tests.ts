import path from 'node:path';
import { createVitest, parseCLI, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { firstRingOptions } from '../../scripts/test-parts.ts';

/** The first ring's tests of a checkout, whose sources may change between runs: their database template is made once. */
export interface Tests {
  /**
   * Runs test files until one test fails.
   * @param files relative paths
   * @returns the file and the name of the test that failed first
   */
  run(files: string[]): Promise<string | undefined>;
  /** Reads sources that changed again. */
  reload(sources: string[]): void;
  /** Finds the test files that import any of these sources. */
  findRelated(sources: string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** @param root absolute path of the checkout */
export async function openTests(root: string): Promise<Tests> {
  let failed: string | undefined;
  const report = (file: string, name: string) => {
    failed ??= `${path.relative(root, file)}: ${name}`;
    void vitest.cancelCurrentRun('test-failure');
  };
  const reporter: Reporter = {
    onTestCaseResult(test: TestCase) {
      if (test.result().state === 'failed') report(test.module.moduleId, test.fullName);
    },
    onTestModuleEnd(module: TestModule) {
      const [error] = module.errors();
      if (error) report(module.moduleId, `the file does not load (${error.message})`);
    },
  };
  const { options } = parseCLI(['vitest', 'run', ...firstRingOptions]);
  const vitest = await createVitest('test', { ...options, root, watch: false, reporters: [reporter] });
  const absolute = (file: string) => path.join(root, file);
  return {
    async run(files) {
      failed = undefined;
      vitest.config.related = undefined;
      const wanted = new Set(files.map(absolute));
      const all = await vitest.globTestSpecifications();
      const selected = all.filter(({ moduleId }) => wanted.has(moduleId));
      if (selected.length > 0) await vitest.runTestSpecifications(selected);
      return failed;
    },
    reload(sources) {
      for (const file of sources) vitest.invalidateFile(absolute(file));
    },
    async findRelated(sources) {
      vitest.config.related = sources.map(absolute);
      const related = await vitest.getRelevantTestSpecifications();
      return related.map(({ moduleId }) => path.relative(root, moduleId));
    },
    close: () => vitest.close(),
  };
}
