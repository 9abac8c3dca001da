import type { RowHooks } from '../../../platform/context.server.ts';
import { toFieldErrors } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { placeholderProblem } from './placeholders.ts';

/** A template is refused with a placeholder that nothing fills, before a guest could read it. */
export const templateRules: RowHooks = {
  beforeCreate: checkPlaceholders,
  beforeUpdate({ updates }) {
    for (const { set } of updates) checkPlaceholders(set);
  },
};

function checkPlaceholders({ text }: FormValues): void {
  const problem = typeof text === 'string' ? placeholderProblem(text) : null;
  if (problem) throw toFieldErrors({ text: problem });
}
