import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { inquiriesClient } from '../client.ts';
import { inquiryFailure } from '../inquiry/inquiry.ts';
import { collectSpamSignals } from '../spam/collect-signals.ts';
import { Honeypot } from '../spam/honeypot.tsx';
import { addressProblem, notifyThanks } from './waitlist.ts';

interface NotifyFormProps {
  propertyId: string;
  title: string;
  /** The hosts' address, for people whose browser runs no scripts. */
  email: string;
}

type Status = { state: 'idle' | 'busy' | 'done' } | { state: 'failed'; message: string };

/** The list of those who want to hear when a home opens; what was typed stays when joining it fails. */
export function NotifyForm({ propertyId, title, email }: NotifyFormProps) {
  const [status, setStatus] = useState<Status>({ state: 'idle' });
  const shownAt = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status.state === 'busy') return;
    const form = event.currentTarget;
    const address = (form.elements.namedItem('email') as HTMLInputElement).value;
    const problem = addressProblem(address);
    if (problem) return refuse(problem);
    setStatus({ state: 'busy' });
    try {
      const signs = await collectSpamSignals(form, shownAt.current);
      await inquiriesClient().joinList({ propertyId, email: address, ...signs });
      setStatus({ state: 'done' });
    } catch (error) {
      refuse(error instanceof ApiError ? error.message : inquiryFailure);
    }
  }

  function refuse(message: string) {
    setStatus({ state: 'failed', message });
    input.current?.focus();
  }

  const failed = status.state === 'failed';
  return (
    <div>
      <div aria-live="polite">{status.state === 'done' && <Alert>{notifyThanks(title)}</Alert>}</div>
      {status.state !== 'done' && (
        <form
          // Sends nothing by itself: pressed before the scripts have arrived, it would put the address into the URL.
          method="dialog"
          noValidate
          onSubmit={join}
          aria-label={`Hear when ${title} opens`}
          className="flex flex-col gap-3"
        >
          <p className="text-slate">
            We are getting this home ready. Leave your e-mail, and you hear first when it can be booked.
          </p>
          <label htmlFor="notify-email" className="font-semibold text-ink">
            Your e-mail for this list
          </label>
          <input
            ref={input}
            id="notify-email"
            name="email"
            type="email"
            autoComplete="email"
            aria-required
            aria-invalid={failed || undefined}
            aria-describedby={failed ? 'notify-problem' : undefined}
            className="w-full min-h-12 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger"
          />
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
