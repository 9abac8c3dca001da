import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { trip as tripCalls } from '../trips/calls.ts';

/** A form that scripts send once; without them, or when that failed, the guest presses its button. */
export function ConfirmEmail({ code }: { code: string }) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const { sending, problem, submit } = useFormSubmit('', async () => {
    await tripCalls.confirmEmail({ code });
    void revalidate();
  });
  useEffect(() => form.current?.requestSubmit?.(), []);
  return (
    <form ref={form} method="post" onSubmit={submit} className="mt-6 grid gap-3 rounded-2xl bg-mist p-4">
      <input type="hidden" name="intent" value="confirm-email" />
      <p className="text-ink">
        You came here from our mail. Confirm that this address is yours, and we hold your nights wherever this
        home is offered.
      </p>
      <div aria-live="assertive">{problem && <Alert failed>{problem}</Alert>}</div>
      <Button type="submit" disabled={sending !== ''}>
        {sending === '' ? 'Confirm my address' : 'Confirming…'}
      </Button>
    </form>
  );
}
