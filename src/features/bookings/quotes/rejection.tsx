import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { telHref } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { latePart, WhenNear } from '../../../ui/loading/when-near.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import type { DateSpan } from '../calendar/nights.ts';
import type { NightsWaitlistProps } from './nights-waitlist.tsx';
import type { QuoteRejection } from './quote-outcome.ts';
import { bookPath, type DatedSearch, type StaySearch } from './stay-search.ts';

const nightsWaitlist = latePart(async () => (await import('./nights-waitlist.tsx')).NightsWaitlist);

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
        <NearWaitlist search={search} property={search.property} />
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

const NearWaitlist = (props: NightsWaitlistProps) => (
  <WhenNear part={nightsWaitlist} fallback={<div className="min-h-24" />}>
    {(NightsWaitlist) => <NightsWaitlist {...props} />}
  </WhenNear>
);
