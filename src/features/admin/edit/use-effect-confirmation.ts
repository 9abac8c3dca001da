import { useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { rowWrites } from '../calls/calls.ts';
import type { EffectRequest } from '../calls/contract.server.ts';

interface Pending {
  warnings: string[];
  save(): void;
}

const notWorkedOut = 'What this does to the prices of nights could not be worked out.';

/** Loads the warnings of a change. A server that knows no effects, or rejects the values, has none: saving shows why. */
async function loadWarnings(table: string, change: EffectRequest): Promise<string[]> {
  try {
    return (await rowWrites.effect({ table, json: change })).warnings;
  } catch (error) {
    const isRejected = error instanceof ApiError && [400, 403, 404].includes(error.status);
    return isRejected ? [] : [notWorkedOut];
  }
}

/** Saves a change at once, or once it is confirmed where it is likely a mistake. */
export function useEffectConfirmation(table: string, hasEffect: boolean | undefined) {
  const [pending, setPending] = useState<Pending | null>(null);
  const isChecking = useRef(false);

  async function confirm(change: EffectRequest, save: () => void): Promise<void> {
    if (!hasEffect) return save();
    if (isChecking.current) return;
    isChecking.current = true;
    const warnings = await loadWarnings(table, change);
    isChecking.current = false;
    if (warnings.length > 0) setPending({ warnings, save });
    else save();
  }
  return { pending, confirm, leave: () => setPending(null) };
}
