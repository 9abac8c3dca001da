import { Field } from '../../../ui/forms/field.tsx';
import type { SpamSignals } from './contract.server.ts';
import { minHumanMs } from './spam-check.ts';

export function Honeypot({ id }: { id: string }) {
  return (
    <div className="unseen" aria-hidden="true">
      <Field id={id} label="Leave this field empty">
        {(control) => <input {...control} name="website" type="text" tabIndex={-1} autoComplete="off" />}
      </Field>
    </div>
  );
}

/**
 * Empties the honeypot, so that a retry succeeds, and waits as long as a guest needs to type.
 * @param listedAt by `performance.now()`
 */
export async function collectSpamSignals(form: HTMLFormElement, listedAt: number): Promise<SpamSignals> {
  const honeypot = form.elements.namedItem('website') as HTMLInputElement;
  const website = honeypot.value || undefined;
  honeypot.value = '';
  const waitMs = Math.max(0, listedAt + minHumanMs + 50 - performance.now());
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return { website, elapsedMs: Math.round(performance.now() - listedAt) };
}
