import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { authClient } from '../client.ts';
import { CodeStep, EmailStep } from '../email-code/code-form.tsx';
import { invalidAddress, invalidCode } from '../email-code/code-policy.ts';
import { cancelGoogleSignIn, googleErrorMessage, signInWithGoogle } from '../google/client-flow.ts';
import { GoogleButton } from '../google/google-button.tsx';
import { isDismissed, signInWithPasskey, usePasskeySupport } from '../passkeys/client.ts';
import { SignInFrame } from './login-layout.tsx';

const passkeyFailure = 'That passkey did not work. Please try again, or sign in another way.';

interface LoginCardProps {
  /** Where to go once signed in, asked for at the click. */
  returnUrl(): string;
  /** What to say of a sign-in that has just failed elsewhere; empty for nothing. */
  failure: string;
  signedIn(): void;
}

/** Every way in: Google, an e-mailed code in two steps, a passkey. */
export function LoginCard({ returnUrl, failure: failureBefore, signedIn }: LoginCardProps) {
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(failureBefore);
  const [popupGone, setPopupGone] = useState(false);
  const passkeys = usePasskeySupport();
  const turn = useRef(0);

  useEffect(() => cancelGoogleSignIn, []);

  /** One attempt at a time; one that began later silences the earlier ones. */
  async function attempt(work: () => Promise<boolean>, words: (error: unknown) => string): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    setBusy(true);
    setFailure('');
    setPopupGone(false);
    try {
      if (await work()) signedIn();
      else if (mine === turn.current) setBusy(false);
    } catch (error) {
      if (mine !== turn.current) return;
      setBusy(false);
      setPopupGone(false);
      setFailure(words(error));
    }
  }

  const google = () => {
    const seemsClosed = () => {
      setBusy(false);
      setPopupGone(true);
    };
    void attempt(() => signInWithGoogle({ returnUrl: returnUrl(), seemsClosed }), googleErrorMessage);
  };
  const send = () =>
    attempt(
      async () => {
        await authClient().sendCode(email.trim());
        setStep('code');
        return false;
      },
      (error) => rateLimitMessage(error) ?? invalidAddress,
    );
  const verify = (code: string) =>
    attempt(
      async () => {
        await authClient().verifyCode(email.trim(), code);
        return true;
      },
      (error) => rateLimitMessage(error) ?? invalidCode,
    );
  const passkey = () =>
    attempt(
      async () => {
        await signInWithPasskey();
        return true;
      },
      (error) => (isDismissed(error) ? '' : passkeyFailure),
    );
  const back = () => {
    setStep('email');
    setFailure('');
  };

  return (
    <SignInFrame title="Sign in to your account" subtitle="Access your PCB Beach Rentals dashboard">
      <div className="grid gap-5">
        <GoogleButton disabled={busy} onClick={google} />
        <p role="status" className={popupGone ? 'text-center text-slate' : 'hidden'}>
          {popupGone &&
            'Did the Google window close? You can try again. If it is still open, just finish there: we are waiting.'}
        </p>
        <p className="flex items-center gap-4 text-slate before:h-px before:grow before:bg-dune after:h-px after:grow after:bg-dune">
          Or continue with email
        </p>
        {failure && <ErrorAlert id="login-failure">{failure}</ErrorAlert>}
        {step === 'email' ? (
          <EmailStep {...{ email, busy, send }} change={setEmail} />
        ) : (
          <CodeStep {...{ email, busy, verify, back }} refused={failure !== ''} />
        )}
        {passkeys && step === 'email' && (
          <Button look="quiet" disabled={busy} onClick={() => void passkey()} className="w-full px-3!">
            <KeyRound aria-hidden="true" className="size-5" />
            Sign in with a passkey
          </Button>
        )}
      </div>
    </SignInFrame>
  );
}

/** A limit's own words say how long to wait; other refusals have the screen's words. */
const rateLimitMessage = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 429 ? error.message : undefined;
