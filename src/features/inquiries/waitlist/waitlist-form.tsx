import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { inquiryFailure } from '../inquiry/inquiry.ts';
import { collectSpamSignals, Honeypot } from '../spam/honeypot.tsx';
import { waitlist } from './calls.ts';
import { emailError, waitlistThanks } from './waitlist.ts';

interface WaitlistFormProps {
  propertyId: string;
  title: string;
  email: string;
}

type WaitlistStatus = { state: 'idle' | 'busy' | 'done' } | { state: 'failed'; message: string };

export function WaitlistForm({ propertyId, title, email }: WaitlistFormProps) {
  const [status, setStatus] = useState<WaitlistStatus>({ state: 'idle' });
  const listedAt = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    listedAt.current = performance.now();
  }, []);

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status.state === 'busy') return;
    const form = event.currentTarget;
    const input = (form.elements.namedItem('email') as HTMLInputElement).value;
    const error = emailError(input);
    if (error) return fail(error);
    setStatus({ state: 'busy' });
    try {
      const signals = await collectSpamSignals(form, listedAt.current);
      await waitlist.join({ json: { propertyId, email: input, ...signals } });
      setStatus({ state: 'done' });
    } catch (error) {
      fail(error instanceof ApiError ? error.message : inquiryFailure);
    }
  }

  function fail(message: string) {
    setStatus({ state: 'failed', message });
    field.current?.focus();
  }

  const failed = status.state === 'failed';
  return (
    <div>
      <div aria-live="polite">{status.state === 'done' && <Alert>{waitlistThanks(title)}</Alert>}</div>
      {status.state !== 'done' && (
        <form
          // The browser must not send this form by itself: before the scripts have loaded, a GET would put the address
          // into the URL.
          method="dialog"
          noValidate
          onSubmit={join}
          aria-label={`Hear when ${title} opens`}
          className="flex flex-col gap-3"
        >
          <p className="text-slate">
            We are getting this home ready. Leave your e-mail, and you hear first when it can be booked.
          </p>
          <Field id="notify-email" label="Your e-mail for this list">
            {(control) => (
              <input
                {...control}
                ref={field}
                name="email"
                type="email"
                autoComplete="email"
                aria-required
                aria-invalid={failed || undefined}
                aria-describedby={failed ? 'notify-problem' : undefined}
              />
            )}
          </Field>
          <Honeypot id="notify-website" />
          <div aria-live="assertive">
            {failed && (
              <p id="notify-problem" className="flex gap-3 font-medium text-danger">
                <CircleAlert aria-hidden="true" className="shrink-0" />
                {status.message}
              </p>
            )}
          </div>
          <Button type="submit" disabled={status.state === 'busy'} className="w-full text-lg">
            {status.state === 'busy' ? 'Sending...' : 'Notify Me'}
          </Button>
          <noscript>
            <p className="text-slate">{`Joining the list needs JavaScript. Without it, please write to ${email}.`}</p>
          </noscript>
        </form>
      )}
    </div>
  );
}
