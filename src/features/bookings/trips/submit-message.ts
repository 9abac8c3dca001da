import { data, redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { tripMessages } from './calls.ts';
import { chosenKind, messageKey, type UnsentMessage } from './conversation.tsx';

/**
 * Sends a message from a form that was sent without scripts, and leads back to the page it stands on.
 * @param path the page's own
 */
export async function submitMessage(
  form: FormData,
  api: Fetch,
  { code, path }: { code: string; path: string },
) {
  const text = String(form.get('text') ?? '');
  const kind = chosenKind(form);
  const key = messageKey(code, Number(form.get('count')), text);
  try {
    await tripMessages.send({ code, json: { text, kind }, idempotencyKey: key, fetch: api });
    return redirect(`${path}?sent=1#messages`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unsent: UnsentMessage = { typed: text, kind, failure: error.message };
    return data({ unsent }, { status: error.status });
  }
}
