import type { RowHooks } from '../../../platform/context.server.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { templateProblem } from './placeholders.ts';

/** A template is refused with a placeholder that nothing fills, before a guest could read it. */
export const templateRules: RowHooks = {
  beforeCreate: checkPlaceholders,
  beforeUpdate({ updates }) {
    for (const { set } of updates) checkPlaceholders(set);
  },
};

function checkPlaceholders({ subject, text }: FormValues): void {
  const fields: FieldErrors = {};
  for (const [name, value] of Object.entries({ subject, text })) {
    const problem = typeof value === 'string' ? templateProblem(value) : null;
    if (problem) fields[name] = problem;
  }
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
}
