import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';

interface EmailStepProps {
  email: string;
  busy: boolean;
  change(email: string): void;
  send(): void;
}

export function EmailStep({ email, busy, change, send }: EmailStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(change);
  useLayoutEffect(() => {
    // Takes over what was typed or filled in before hydration.
    if (field.current?.value) latest.current(field.current.value);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && email.trim() !== '') send();
  };
  return (
    // The method is not `get`: submitted before hydration, the form would put the address into the URL.
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4">
      <Field id="login-email" label="Email">
        {(control) => (
          <input
            {...control}
            ref={field}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="you@example.com"
            readOnly={busy}
            value={email}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={busy || email.trim() === ''} className="w-full">
        Send verification code
      </Button>
    </form>
  );
}

interface CodeStepProps {
  email: string;
  busy: boolean;
  rejected: boolean;
  verify(code: string): void;
  back(): void;
}

export function CodeStep({ email, busy, rejected, verify, back }: CodeStepProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && code !== '') verify(code);
  };
  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4">
      <Field
        id="login-code"
        label="Verification code"
        hint={
          <>
            We sent a verification code to <strong className="font-semibold text-ink">{email}</strong>
          </>
        }
      >
        {({ className, 'aria-describedby': described, ...control }) => (
          <input
            {...control}
            ref={field}
            type="text"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="Enter 6-digit code"
            readOnly={busy}
            aria-invalid={rejected || undefined}
            aria-describedby={rejected ? `${described} login-failure` : described}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
            className={`${className} text-lg tracking-[0.2em] placeholder:tracking-normal`}
          />
        )}
      </Field>
      <Button type="submit" disabled={busy || code === ''} className="w-full">
        Verify and sign in
      </Button>
      <Button variant="quiet" disabled={busy} onClick={back} className="w-full">
        Back to email entry
      </Button>
    </form>
  );
}
