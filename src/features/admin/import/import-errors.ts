import { AppError } from '../../../shared/errors.ts';
import type { ImportProblem } from '../schema/table.ts';

const maxReportedErrors = 200;
const mostSaid = 5;

/** What is wrong in a file, line by line. */
export class ImportErrors {
  /** The first 200, by line. */
  get first(): ImportProblem[] {
    return this.#all.toSorted((a, b) => a.line - b.line).slice(0, maxReportedErrors);
  }
  #all: ImportProblem[] = [];

  get count(): number {
    return this.#all.length;
  }

  /** Whether nobody would read more of them. */
  get isLong(): boolean {
    return this.#all.length >= maxReportedErrors;
  }

  /** Every message of a refusal, or the refusal itself. */
  add(line: number, refusal: AppError): void {
    const fields = Object.entries(refusal.fields ?? {});
    if (fields.length === 0) this.#all.push({ line, message: refusal.message });
    for (const [field, message] of fields) this.#all.push({ line, field, message });
  }

  /** Nothing was written, and why. */
  refusal(): AppError {
    const said = this.first.slice(0, mostSaid).map(({ line, message }) => `Line ${line}: ${message}.`);
    const more = this.count > mostSaid ? [`And ${this.count - mostSaid} more.`] : [];
    return new AppError('invalid', ['Nothing was imported.', ...said, ...more].join(' '));
  }
}
