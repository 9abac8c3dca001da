import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { telHref } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import type { DateSpan } from '../calendar/nights.ts';
import { tripsClient } from '../trips/client.ts';
import type { QuoteRejection } from './quote-outcome.ts';
import { bookPath, type DatedSearch, type StaySearch } from './stay-search.ts';

interface RejectionProps {
  rejection: QuoteRejection;
  title: string;
  search: DatedSearch;
}

/** Why a stay is not sold, and every way on from there. */
export function Rejection({ rejection, title, search }: RejectionProps) {
  const { phone } = useSiteSettings();
  const { property: _, ...anywhere } = search;
  return (
    <div className="grid gap-5">
      <h2 className="text-2xl text-deep">{heading(rejection, title)}</h2>
      <Alert failed>{rejection.message}</Alert>
      <NearestStays {...rejection} search={search} />
      <ButtonLink to={bookPath(anywhere)} look="secondary">
        See the other homes on these dates
      </ButtonLink>
      {rejection.reason === 'dates_taken' && search.property && (
        <WaitlistForm search={search} property={search.property} />
      )}
      {phone && (
        <p className="text-slate">
          Or call us:{' '}
          <a href={telHref(phone)} className="font-semibold text-gulf underline underline-offset-4">
            {phone}
          </a>
        </p>
      )}
    </div>
  );
}

const heading = ({ reason }: QuoteRejection, title: string): string =>
  reason === 'dates_taken' || reason === 'not_open'
    ? `${title} is not free on these dates`
    : 'Nearly there: this stay needs a change';

interface NearestStaysProps {
  nearest: (DateSpan & { total: number })[];
  currency: string;
  search: StaySearch;
}

/** Stays of the same length that are free, as links. */
export function NearestStays({ nearest, currency, search }: NearestStaysProps) {
  if (nearest.length === 0) return null;
  return (
    <div>
      <p className="font-semibold text-ink">Free close to your dates</p>
      <ul className="mt-2 grid gap-2">
        {nearest.map(({ checkin, checkout, total }) => (
          <li key={checkin}>
            <Link
              to={bookPath({ ...search, checkin, checkout })}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-xl border border-gulf/35 bg-white px-4 py-2 text-gulf hover:border-gulf hover:bg-mist"
            >
              <span>
                {formatDate(checkin)} to {formatDate(checkout)}
              </span>
              <span className="font-semibold">{formatMoney(total, currency)} in all</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks for a mail when the nights open. */
function WaitlistForm({ search, property }: { search: DatedSearch; property: string }) {
  const [status, setStatus] = useState<{ done: boolean; message: string } | 'busy' | null>(null);
  const { email } = useSiteSettings();

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const { checkin, checkout, guests } = search;
    setStatus('busy');
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
    <form method="dialog" onSubmit={join} aria-label="Waitlist" className="grid gap-2">
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
