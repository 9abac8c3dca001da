import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { JsonReporter, type SerializedError, type TestModule } from 'vitest/node';

/** Adds to Vitest's JSON report the errors outside any test, which it leaves out. */
export default class JsonReport extends JsonReporter {
  override async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[] = []) {
    await super.onTestRunEnd(modules);
    const { outputFile, root } = this.ctx.config;
    const file = path.resolve(root, typeof outputFile === 'object' ? (outputFile.json ?? '') : '');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const inSuites = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) => suite.errors()),
    );
    report.errors = [...unhandled, ...inSuites].map(({ message }) => message);
    writeFileSync(file, JSON.stringify(report));
  }
}
