import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { codeSignIn, loginCodes } from '../email-code/calls.ts';
import { codeErrorMessage } from '../email-code/code-error.ts';
import { CodeStep, EmailStep } from '../email-code/code-form.tsx';
import { invalidAddress, invalidCode } from '../email-code/code-policy.ts';
import { cancelGoogleSignIn, googleErrorMessage, signInWithGoogle } from '../google/client-flow.ts';
import { GoogleButton } from '../google/google-button.tsx';
import { isDismissed, signInWithPasskey, usePasskeySupport } from '../passkeys/client-flow.ts';
import { LoginLayout } from './login-layout.tsx';

/** Whether the server has not judged what was typed. */
const isUnjudged = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

const passkeyError = (error: unknown): string =>
  isDismissed(error) ? '' : 'That passkey did not work. Please try again, or sign in another way.';

interface LoginCardProps {
  returnUrl(): string;
  /** The message of a sign-in that has just failed elsewhere; empty for none. */
  failure: string;
  signedIn(): void;
}

/** Runs sign-ins; the result of one that a later attempt has replaced is ignored. */
function useAttempts(initialFailure: string, signedIn: () => void) {
  const [state, setState] = useState({
    busy: false,
    failure: initialFailure,
    isUnjudged: false,
    popupGone: false,
  });
  const latest = useRef(0);

  async function attempt(signIn: () => Promise<boolean>, errorMessage: (error: unknown) => string) {
    latest.current += 1;
    const current = latest.current;
    setState({ busy: true, failure: '', isUnjudged: false, popupGone: false });
    try {
      if (await signIn()) signedIn();
      else if (current === latest.current) setState((previous) => ({ ...previous, busy: false }));
    } catch (error) {
      if (current !== latest.current) return;
      const failure = errorMessage(error);
      setState({ busy: false, failure, isUnjudged: failure !== '' && isUnjudged(error), popupGone: false });
    }
  }

  return {
    ...state,
    attempt,
    clearFailure: () => setState((previous) => ({ ...previous, failure: '', isUnjudged: false })),
    onMaybeClosed: () => setState((previous) => ({ ...previous, busy: false, popupGone: true })),
  };
}

export function LoginCard({ returnUrl, failure: initialFailure, signedIn }: LoginCardProps) {
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'email' | 'code'>('email');
  const { busy, failure, isUnjudged, popupGone, attempt, clearFailure, onMaybeClosed } = useAttempts(
    initialFailure,
    signedIn,
  );
  const passkeys = usePasskeySupport();
  const { hasGoogleSignIn } = useSiteSettings();

  useEffect(() => cancelGoogleSignIn, []);

  const google = () =>
    attempt(() => signInWithGoogle({ returnUrl: returnUrl(), onMaybeClosed }), googleErrorMessage);
  const passkey = () => attempt(() => signInWithPasskey().then(() => true), passkeyError);
  const verify = (code: string) =>
    attempt(
      () => codeSignIn.verify({ json: { email: email.trim(), otp: code } }).then(() => true),
      (error) => codeErrorMessage(error, invalidCode),
    );
  const send = () =>
    attempt(
      async () => {
        await loginCodes.send({ json: { email: email.trim() } });
        setStep('code');
        return false;
      },
      (error) => codeErrorMessage(error, invalidAddress),
    );
  const back = () => {
    setStep('email');
    clearFailure();
  };

  return (
    <LoginLayout title="Sign in to your account" subtitle="Access your PCB Beach Rentals dashboard">
      <div className="grid gap-5">
        {hasGoogleSignIn && <GoogleButton disabled={busy} onClick={() => void google()} />}
        <p role="status" className={popupGone ? 'text-center text-slate' : 'hidden'}>
          {popupGone &&
            'Did the Google window close? You can try again. If it is still open, just finish there: we are waiting.'}
        </p>
        <p className="flex items-center gap-4 text-slate before:h-px before:grow before:bg-dune after:h-px after:grow after:bg-dune">
          {hasGoogleSignIn ? 'Or continue with email' : 'Continue with email'}
        </p>
        {failure && <ErrorAlert id="login-failure">{failure}</ErrorAlert>}
        {isUnjudged && (
          <p role="status" className="text-slate">
            We could not reach our server just now, so this may be neither your{' '}
            {step === 'email' ? 'address' : 'code'} nor your mistake. Please try again in a moment.
          </p>
        )}
        {step === 'email' ? (
          <EmailStep email={email} busy={busy} send={send} change={setEmail} />
        ) : (
          <CodeStep email={email} busy={busy} verify={verify} back={back} rejected={failure !== ''} />
        )}
        {passkeys && step === 'email' && (
          <Button variant="quiet" disabled={busy} onClick={() => void passkey()} className="w-full px-3!">
            <KeyRound aria-hidden="true" className="size-5" />
            Sign in with a passkey
          </Button>
        )}
      </div>
    </LoginLayout>
  );
}
