import { AppError } from '../../../shared/errors.ts';
import type { ImportProblem } from './contract.server.ts';

const maxReportedErrors = 200;
const maxInMessage = 5;

export class ImportErrors {
  get first(): ImportProblem[] {
    return this.#all.toSorted((a, b) => a.line - b.line).slice(0, maxReportedErrors);
  }
  #all: ImportProblem[] = [];

  get count(): number {
    return this.#all.length;
  }

  get isFull(): boolean {
    return this.#all.length >= maxReportedErrors;
  }

  add(line: number, error: AppError): void {
    const fields = Object.entries(error.fields ?? {});
    if (fields.length === 0) this.#all.push({ line, message: error.message });
    for (const [field, message] of fields) this.#all.push({ line, field, message });
  }

  toError(): AppError {
    const messages = this.first
      .slice(0, maxInMessage)
      .map(({ line, message }) => `Line ${line}: ${message}.`);
    const more = this.count > maxInMessage ? [`And ${this.count - maxInMessage} more.`] : [];
    return new AppError('invalid', ['Nothing was imported.', ...messages, ...more].join(' '));
  }
}
