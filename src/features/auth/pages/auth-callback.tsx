import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { safeReturnUrl } from '../../../shared/http/return-url.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import {
  exchangeCode,
  googleErrorMessage,
  type RedirectFlow,
  takeRedirectFlow,
} from '../google/client-flow.ts';
import { noAnswer, type OAuthResponse, responseFromUrl } from '../google/oauth-response.ts';
import { relayToOpener } from '../google/relay-to-opener.ts';
import { SignInFrame } from '../login/login-layout.tsx';
import type { LoginState } from '../login/use-return-url.ts';
import type { Route } from './+types/auth-callback';

type Stage = 'working' | 'done' | 'no answer';

export const meta: Route.MetaFunction = () => [
  { title: 'Logging in | PCB Beach Rentals' },
  { name: 'description', content: 'Signing in to PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

/** Where Google sends the browser back to, in the popup or, where that was blocked, in the tab itself. */
export default function AuthCallback() {
  const [stage, setStage] = useState<Stage>('working');
  const navigate = useNavigate();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const response = responseFromUrl(new URLSearchParams(window.location.search));
    // The code is good for one use; it stays neither in the address nor in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (!response) {
      setStage('no answer');
      return;
    }
    const whole = takeRedirectFlow(response.flow);
    finish(response, whole).then(
      () => setStage('done'),
      (error: unknown) => {
        const state: LoginState = { failure: googleErrorMessage(error), returnUrl: whole?.returnUrl };
        void navigate('/login', { replace: true, state });
      },
    );
  }, [navigate]);

  if (stage === 'no answer') {
    return (
      <SignInFrame title="Login failed" subtitle="Google did not say who you are.">
        <p role="alert" className="text-center text-danger">
          {noAnswer}
        </p>
        <ButtonLink to="/login" replace className="mt-6 w-full">
          Back to sign in
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Logging in"
      subtitle={
        stage === 'done'
          ? 'That is all. You can close this window.'
          : 'Please wait, we are verifying your identity...'
      }
    >
      {stage === 'working' && (
        <span
          className="mx-auto block size-10 animate-spin rounded-full border-4 border-glass border-t-gulf"
          aria-hidden="true"
        />
      )}
    </SignInFrame>
  );
}

/**
 * A tab that went to Google as a whole finishes by itself; a popup tells the tab that opened it, and closes. When that
 * tab is gone, the popup takes its place. An answer to no request of ours goes nowhere.
 * @throws Error when Google or the server refused
 */
async function finish(response: OAuthResponse, whole: RedirectFlow | null): Promise<void> {
  if (!whole && response.flow === '') throw new Error('Google answered without naming the request');
  if (!whole && (await relayToOpener(response))) {
    window.close();
    return;
  }
  if (!('code' in response)) throw new Error(response.error);
  await exchangeCode(response.code, response.flow);
  window.location.replace(safeReturnUrl(whole?.returnUrl));
}
