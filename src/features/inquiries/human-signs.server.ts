import { AppError } from '../../shared/errors.ts';
import type { HumanSigns } from './human-signs.ts';

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
export function readSubmission(input: unknown): { typed: Record<string, unknown>; signs: HumanSigns } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new AppError('invalid', 'Please send the form as a JSON object.');
  }
  const typed = input as Record<string, unknown>;
  const { website, elapsedMs } = typed;
  return {
    typed,
    signs: {
      website: typeof website === 'string' ? website : undefined,
      elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    },
  };
}
