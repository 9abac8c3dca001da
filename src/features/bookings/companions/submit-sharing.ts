import { data, redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { tripPath } from '../record/trip-paths.ts';
import { companion, companions } from './calls.ts';

/** The result of the form on the trip's page: a link, which no other response has, or the reason why there is none. */
export interface SharingOutcome {
  name: string;
  url: string;
  failure: string;
  isNameInvalid: boolean;
}

export const isSharing = (intent: unknown): boolean => intent === 'share' || intent === 'unshare';

/** Makes the link that the form requests, or ends one and redirects to the page. */
export async function submitSharing(form: FormData, api: Fetch, code: string) {
  const name = String(form.get('name') ?? '').trim();
  try {
    if (form.get('intent') === 'share') {
      // One for each time the page was read: a double press makes one link.
      const idempotencyKey = String(form.get('readAt') ?? '') || undefined;
      const { url } = await companions.add({ code, json: { name }, idempotencyKey, fetch: api });
      const sharing: SharingOutcome = { name, url, failure: '', isNameInvalid: false };
      return { sharing };
    }
    await companion.remove({ code, id: String(form.get('id') ?? ''), fetch: api });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A link that has ended already needs no word: the second of two presses finds it so.
    if (form.get('intent') === 'unshare' && error.status === 404) return toCompanions(code);
    const isNameInvalid = error.fields.name !== undefined;
    const sharing: SharingOutcome = { name, url: '', failure: error.message, isNameInvalid };
    return data({ sharing }, { status: error.status });
  }
  return toCompanions(code);
}

const toCompanions = (code: string) => redirect(`${tripPath(code)}#companions`, 303);
