import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { CalendarsChecked } from '../../bookings/book/stay-facts.tsx';
import { billLabel } from '../../bookings/quotes/quote.ts';
import type { HostedQuote, HostedStay } from './contract.server.ts';
import { priceQuery } from './queries.ts';
import type { StayDraft } from './stay-draft.ts';

interface PricePanelProps {
  stay: HostedStay | null;
  /** Takes other dates. */
  change(dates: Pick<StayDraft, 'checkin' | 'checkout'>): void;
}

/** The price of the stay, before anything is sent. */
export function PricePanel({ stay, change }: PricePanelProps) {
  const { data, error, isFetching } = useQuery(priceQuery(stay));
  return (
    <section
      aria-label="Price"
      aria-busy={isFetching}
      className="rounded-2xl border border-dune bg-white p-5 sm:p-6 lg:sticky lg:top-16"
    >
      <div aria-live="polite">
        {stay === null ? (
          <p className="text-slate">Choose a home and dates, and the whole price stands here.</p>
        ) : error ? (
          <Rejected error={error} change={change} />
        ) : data ? (
          <div className={isFetching ? 'opacity-60 transition-opacity delay-200' : ''}>
            <Price quote={data} />
          </div>
        ) : (
          <p className="text-slate">Adding up the price…</p>
        )}
      </div>
    </section>
  );
}

function Price({ quote }: { quote: HostedQuote }) {
  const { total, currency, nights, lines, perNight, overrides, calendarsCheckedAt } = quote;
  return (
    <>
      <p className="font-display text-4xl text-deep">{formatMoney(total, currency)}</p>
      <p className="mt-1 text-slate">
        in all for {pluralize(nights.length, 'night')}; {formatMoney(perNight, currency)} a night
      </p>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-t border-dune pt-4">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may have one label
          <div key={index} className="contents">
            <dt className="min-w-0 text-slate wrap-anywhere">{billLabel(line)}</dt>
            <dd className="text-right whitespace-nowrap text-ink tabular-nums">
              {formatMoney(line.amount, currency)}
            </dd>
          </div>
        ))}
      </dl>
      {overrides.length > 0 && (
        <div className="mt-4 rounded-xl border border-sun/50 bg-sand p-4 text-ink">
          <p className="font-semibold">A guest could not book this by themselves</p>
          {overrides.map((text) => (
            <p key={text} className="mt-1">
              {text}
            </p>
          ))}
        </div>
      )}
      {calendarsCheckedAt && (
        <div className="mt-4 border-t border-dune pt-3">
          <CalendarsChecked at={calendarsCheckedAt} />
        </div>
      )}
    </>
  );
}

function Rejected({ error, change }: { error: Error; change: PricePanelProps['change'] }) {
  const { nearest } = error instanceof ApiError ? error.details : {};
  const stays = (Array.isArray(nearest) ? nearest : []).filter(isRecord);
  return (
    <div className="grid gap-3">
      <Alert failed>{error.message}</Alert>
      {stays.length > 0 && (
        <>
          <p className="text-slate">Free nearby:</p>
          <div className="flex flex-wrap gap-2">
            {stays.map(({ checkin, checkout }) => (
              <SmallButton
                key={String(checkin)}
                onClick={() => change({ checkin: String(checkin), checkout: String(checkout) })}
                className="min-h-11 whitespace-normal"
              >
                {`${formatDate(String(checkin))} to ${formatDate(String(checkout))}`}
              </SmallButton>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
