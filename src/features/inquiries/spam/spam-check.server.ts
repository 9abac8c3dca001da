import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { SpamSignals } from './spam-check.ts';

/** The signs as the API's own pages describe them. */
export const humanSignFields = {
  website: { type: 'string', description: 'Leave it empty or out: a field that only robots fill in' },
  elapsedMs: { type: 'number', description: 'Milliseconds from showing the form to sending it, if known' },
};

/**
 * A form that a guest sent: what was typed, still unchecked, and the signs beside it. A sign of another type counts as
 * left out.
 * @throws AppError `invalid` for what is no JSON object
 */
export function readSubmission(input: unknown): { typed: Record<string, unknown>; signs: SpamSignals } {
  if (!isRecord(input)) throw new AppError('invalid', 'Please send the form as a JSON object.');
  const { website, elapsedMs } = input;
  return {
    typed: input,
    signs: {
      website: typeof website === 'string' ? website : undefined,
      elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    },
  };
}
