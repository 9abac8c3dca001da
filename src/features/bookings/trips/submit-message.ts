import { data, redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { textHash } from '../checkout/request-key.ts';
import { tripMessages } from './calls.ts';

/** The kind: a question, or a request for other dates, guests or another home. */
export type MessageKind = 'message' | 'change';

export interface TypedMessage {
  text: string;
  kind: MessageKind;
}

/** The form, to which a browser without scripts returns: below many messages, it says what became of the new one. */
export const messageFormId = 'message-form';

/** The text that could not be sent without scripts. */
export interface UnsentMessage {
  typed: string;
  kind: MessageKind;
  /** A part of the message's key, which is the same when it is sent again. */
  count: number;
  failure: string;
}

export const readMessage = (form: FormData): TypedMessage => ({
  text: String(form.get('text') ?? ''),
  kind: form.get('kind') === 'change' ? 'change' : 'message',
});

const readCount = (form: FormData): number => Number(form.get('count')) || 0;

/** Sends the message of a form, in the browser and on the server: with one key for every attempt at it. */
export async function sendMessage(form: FormData, code: string, fetch?: Fetch): Promise<void> {
  const json = readMessage(form);
  const idempotencyKey = `${code}-${readCount(form)}-${textHash(json.text)}`;
  await tripMessages.send({ code, json, idempotencyKey, fetch });
}

/**
 * Sends a message from a form that was sent without scripts, and returns to its page.
 * @param path the page's own
 */
export async function submitMessage(
  form: FormData,
  api: Fetch,
  { code, path }: { code: string; path: string },
) {
  try {
    await sendMessage(form, code, api);
    return redirect(`${path}?sent=1#${messageFormId}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { text: typed, kind } = readMessage(form);
    const unsent: UnsentMessage = { typed, kind, count: readCount(form), failure: error.message };
    return data({ unsent }, { status: error.status });
  }
}
