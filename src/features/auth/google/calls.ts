import type { Fetch } from '../../../shared/http/api-error.ts';
import { calls, get, post } from '../../../shared/http/calls.ts';
import { textIn } from '../../../shared/http/request.ts';
import { namingStatus } from '../calls.ts';
import type { Success } from '../contract.server.ts';
import type { CodeExchange, Redirect, RedirectQuery } from './contract.server.ts';

/** The specification's message (§8) for every failed sign-in with Google. */
export const googleFailed = 'Google login failed. Please try again.';

const redirectFailed = 'Failed to get login redirect URL';

export const googleRedirect = calls('/oauth/google/redirect_url', {
  read: get<Redirect, RedirectQuery>('', redirectFailed, {
    parse: (body) => ({ redirectUrl: textIn(body, 'redirectUrl') }),
  }),
});

/** Begins a sign-in. */
export const fetchRedirect = (originUrl: string, fetch?: Fetch): Promise<Redirect> =>
  namingStatus(
    (observed) => googleRedirect.read({ query: { originUrl }, fetch: observed }),
    redirectFailed,
    fetch,
  );

export const googleSignIn = calls('/sessions', {
  exchange: post<CodeExchange, Success, undefined, undefined>('', googleFailed, { reads: 'any' }),
});

/** Exchanges a code for a session. @param state is left out if empty */
export const exchangeForSession = (code: string, state: string, fetch?: Fetch): Promise<undefined> =>
  googleSignIn.exchange({ json: { code, state: state || undefined }, fetch });
