import { type FormEvent, useState } from 'react';
import { ApiError } from '../../shared/http/api-error.ts';

/**
 * Sends plain forms in the browser, one at a time; what fails is a message and leaves the page as it is.
 * @param failure why the form failed when it was sent without scripts
 * @param send gets what the route's action gets without scripts; `intent` is the value of the pressed button
 * @param onConflict called on a 409: what the page shows is out of date
 * @returns `sending`: the intent while a form is on its way, `send` for a button without one; else ''
 */
export function useFormSubmit(
  failure: string,
  send: (form: FormData) => Promise<void>,
  onConflict?: (rejection: ApiError) => unknown,
) {
  const [problem, setProblem] = useState(failure);
  const [sending, setSending] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = (submitter as HTMLButtonElement | null)?.value || 'send';
    form.set('intent', intent);
    setSending(intent);
    setProblem('');
    try {
      await send(form);
    } catch (error) {
      const rejection = error instanceof ApiError ? error : null;
      setProblem(rejection?.message ?? 'That did not work. Please try again.');
      if (rejection?.status === 409) await onConflict?.(rejection);
    }
    setSending('');
  }
  return { sending, problem, submit };
}
