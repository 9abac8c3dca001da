import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../shared/http/api-error.ts';
import { useIsMounted } from '../../../ui/browser/use-is-mounted.ts';
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

/**
 * Saves a change at once, or once it is confirmed where it is likely a mistake. While `isChecking`, the form must neither
 * change nor close; a form that the browser leaves nevertheless is not saved.
 */
export function useEffectConfirmation(table: string, hasEffect: boolean | undefined) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isMounted = useIsMounted();

  async function confirm(change: EffectRequest, save: () => void): Promise<void> {
    if (!hasEffect) return save();
    if (isChecking) return;
    const pressed = document.activeElement;
    setIsChecking(true);
    const warnings = await loadWarnings(table, change);
    if (!isMounted.current) return;
    if (warnings.length === 0) {
      setIsChecking(false);
      return save();
    }
    // What was disabled has lost the focus; the dialog returns it to where it was.
    flushSync(() => setIsChecking(false));
    if (pressed instanceof HTMLElement && document.activeElement === document.body) pressed.focus();
    setPending({ warnings, save });
  }
  return { pending, isChecking, confirm, leave: () => setPending(null) };
}
