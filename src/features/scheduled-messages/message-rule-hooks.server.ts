import type { RowHooks } from '../../platform/context.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';

/** Rejects a rule that would send before the confirmation that it counts from. */
export const messageRuleHooks: RowHooks = {
  beforeCreate: checkOffset,
  beforeUpdate({ updates }) {
    for (const { row, set } of updates) checkOffset({ ...row, ...set });
  },
};

function checkOffset({ event, offset_days }: FormValues): void {
  if (event === 'booked' && Number(offset_days ?? 0) < 0)
    throw toFieldErrors({ offset_days: 'Counted from the confirmation it must be 0 or more' });
}
