import type { RowHooks } from '../../../platform/context.server.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { templateProblem } from './placeholders.ts';

/** Rejects a template with an unknown placeholder, before a guest could read it. */
export const templateHooks: RowHooks = {
  beforeCreate: (values) => checkPlaceholders(values, values),
  beforeUpdate({ updates }) {
    for (const { row, set } of updates) checkPlaceholders(set, { ...row, ...set });
  },
};

/** Checks what is saved, including the name if it is sent as the subject. */
function checkPlaceholders(saved: FormValues, template: FormValues): void {
  const fields: FieldErrors = {};
  const isNameSent = !template.subject && ('name' in saved || 'subject' in saved);
  const sent = { subject: saved.subject, text: saved.text, name: isNameSent ? template.name : null };
  for (const [field, value] of Object.entries(sent)) {
    const problem = typeof value === 'string' ? templateProblem(value) : null;
    if (problem) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
}
