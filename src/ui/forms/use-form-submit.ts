import { type FormEvent, useState } from 'react';
import { ApiError } from '../../shared/http/api-error.ts';

/**
 * Sends plain forms in the browser, one at a time; what fails is a message and leaves the page as it is.
 * @param failure why the form failed when it was sent without scripts
 * @param send gets the form with its `intent` or that of the pressed button, as the route's action does without scripts
 * @param onConflict called on a 409: what the page shows is out of date
 * @returns `sending`: the intent while a form is being sent, `send` for a form without one; otherwise ''
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
    const intent = (submitter as HTMLButtonElement | null)?.value;
    if (intent) form.set('intent', intent);
    setSending(String(form.get('intent') ?? 'send'));
    setProblem('');
    try {
      await send(form);
    } catch (error) {
      const rejection = error instanceof ApiError ? error : null;
      setProblem(rejection?.message ?? 'That did not work. Please try again.');
      if (rejection?.status === 409) await onConflict?.(rejection);
    } finally {
      setSending('');
    }
  }
  return { sending, problem, submit };
}
