import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { tripsClient } from '../trips/client.ts';
import type { DatedSearch } from './stay-search.ts';

interface NightsWaitlistProps {
  search: DatedSearch;
  property: string;
}

/** Asks for a mail when the nights open. */
export function NightsWaitlist({ search, property }: NightsWaitlistProps) {
  const [status, setStatus] = useState<{ done: boolean; message: string } | 'busy' | null>(null);
  const [typed, setTyped] = useState('');
  const { email } = useSiteSettings();

  async function join(form: FormData) {
    const address = String(form.get('email') ?? '').trim();
    const { checkin, checkout, guests } = search;
    setStatus('busy');
    setTyped(address);
    try {
      await tripsClient().joinWaitlist({ property, checkin, checkout, guests, email: address });
      setStatus({ done: true, message: 'You are on the list: we write to you when these nights open.' });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'Please try again in a moment.';
      setStatus({ done: false, message });
    }
  }

  const outcome = status === 'busy' ? null : status;
  return (
    // React replays a form's action that comes before the page's scripts; without any it leads nowhere.
    <form action={join} aria-label="Waitlist" className="grid grid-cols-1 gap-2">
      <label htmlFor="waitlist-email" className="font-semibold text-ink">
        Hear when these nights open
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="waitlist-email"
          name="email"
          type="email"
          autoComplete="email"
          required
          // React empties the form after its action.
          defaultValue={typed}
          placeholder="you@example.com"
          className="min-h-11 min-w-0 grow rounded-xl border border-driftwood/70 bg-white px-3 text-base"
        />
        <Button type="submit" look="quiet" disabled={status === 'busy'}>
          Join the waitlist
        </Button>
      </div>
      <div aria-live="polite">{outcome && <Alert failed={!outcome.done}>{outcome.message}</Alert>}</div>
      <noscript>
        <p className="text-slate">{`Joining the list needs JavaScript. Without it, please write to ${email}.`}</p>
      </noscript>
    </form>
  );
}
