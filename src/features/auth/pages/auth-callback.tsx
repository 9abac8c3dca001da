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
import { noResponse, type OAuthResponse, relayToOpener, responseFromUrl } from '../google/oauth-response.ts';
import { landingPath } from '../login/landing-path.ts';
import { LoginLayout } from '../login/login-layout.tsx';
import type { LoginState } from '../login/use-return-url.ts';
import type { Route } from './+types/auth-callback';

type Stage = 'working' | 'done' | 'no response';

export const meta: Route.MetaFunction = () => [
  { title: 'Logging in | PCB Beach Rentals' },
  { name: 'description', content: 'Signing in to PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

export default function AuthCallback() {
  const [stage, setStage] = useState<Stage>('working');
  const navigate = useNavigate();
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const response = responseFromUrl(new URLSearchParams(window.location.search));
    // The single-use code must stay neither in the URL nor in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (!response) {
      setStage('no response');
      return;
    }
    const redirectFlow = takeRedirectFlow(response.flow);
    finish(response, redirectFlow).then(
      () => setStage('done'),
      (error: unknown) => {
        const state: LoginState = { failure: googleErrorMessage(error), returnUrl: redirectFlow?.returnUrl };
        void navigate('/login', { replace: true, state });
      },
    );
  }, [navigate]);

  if (stage === 'no response') {
    return (
      <LoginLayout title="Login failed" subtitle="Google did not say who you are.">
        <p role="alert" className="text-center text-danger">
          {noResponse}
        </p>
        <ButtonLink to="/login" replace className="mt-6 w-full">
          Back to sign in
        </ButtonLink>
      </LoginLayout>
    );
  }
  return (
    <LoginLayout
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
    </LoginLayout>
  );
}

/** Finishes a redirect sign-in in this tab; a popup relays to its opener, or signs in itself when that is gone. */
async function finish(response: OAuthResponse, redirectFlow: RedirectFlow | null): Promise<void> {
  if (!redirectFlow && response.flow === '') throw new Error('Google responded without a state');
  if (!redirectFlow && (await relayToOpener(response))) {
    window.close();
    return;
  }
  if (!('code' in response)) throw new Error(response.error);
  await exchangeCode(response.code, response.flow);
  window.location.replace(await landingPath(safeReturnUrl(redirectFlow?.returnUrl)));
}
