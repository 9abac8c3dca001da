import { useQuery } from '@tanstack/react-query';
import { Sigma } from 'lucide-react';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { BookingList, BookingTotals as Sums } from './contract.server.ts';
import { maxSummed } from './list-filter.ts';
import { bookingTotalsQuery } from './queries.ts';

interface TotalsProps extends Pick<BookingList, 'totals'> {
  /** The filters as one query string. */
  query: string;
}

/** The totals of all pages: those loaded with the list, or with a long list those loaded on demand. */
export function BookingTotals({ totals, query }: TotalsProps) {
  return totals ? <Totals totals={totals} /> : <TotalsOnDemand key={query} query={query} />;
}

function TotalsOnDemand({ query }: { query: string }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...bookingTotalsQuery(query), enabled: isAsked });
  const section = useRef<HTMLElement>(null);
  const isSummed = isAsked && data !== undefined;
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (isSummed) section.current?.focus();
  }, [isSummed]);
  if (isSummed) return <Totals totals={data} ref={section} />;
  const addUp = () => {
    if (isAsked) void refetch();
    else setAsked(true);
  };
  return (
    <section
      aria-label="Totals"
      className="grid gap-3 rounded-xl border border-dune bg-white px-4 py-3"
      aria-busy={isFetching}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-lg font-semibold text-deep">{`More than ${pluralize(maxSummed, 'booking')}`}</p>
        <SmallButton disabled={isFetching} onClick={addUp}>
          <Sigma aria-hidden="true" className="size-4" />
          {isFetching ? 'Adding up…' : 'Add them all up'}
        </SmallButton>
      </div>
      {error && !isFetching && <ErrorAlert>{error.message}</ErrorAlert>}
    </section>
  );
}

function Totals({ totals, ref }: { totals: Sums; ref?: Ref<HTMLElement> }) {
  const { count, ended = 0, total, standing = total, paid, open, currency } = totals;
  const amounts = [
    [ended > 0 ? 'Price without the ended ones' : 'Price', standing],
    ['Paid, less refunds', paid],
    ['Still open', open],
  ] as const;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Totals"
      className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-xl border border-dune bg-white px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      <p aria-live="polite" className="self-end text-lg font-semibold text-deep sm:self-auto">
        {pluralize(count, 'booking')}
        {ended > 0 && `, ${ended} of them ended`}
      </p>
      {amounts.map(([label, amount]) => (
        <p key={label} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm text-slate max-sm:w-full">{label}</span>
          <span className="text-lg font-semibold text-deep tabular-nums">
            {formatMoney(amount, currency)}
          </span>
        </p>
      ))}
    </section>
  );
}
