import { useQuery } from '@tanstack/react-query';
import { CalendarSearch, FilterX } from 'lucide-react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { Pagination } from '../../admin/grid/pagination.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { BookingCards, BookingTable } from './booking-list.tsx';
import { BookingToolbar } from './booking-toolbar.tsx';
import { BookingTotals } from './booking-totals.tsx';
import type { BookingList } from './contract.server.ts';
import { CsvButton } from './csv-button.tsx';
import { type BookingPeriod, bookingPeriods, maxSummed } from './list-filter.ts';
import { parseListState, toQuery, withFilters, withPage, withPeriod } from './list-state.ts';
import { bookingListQuery } from './queries.ts';

export const meta = () => screenMeta('Bookings');

/** Every booking, filtered by what the address says. */
export default function BookingsScreen() {
  const [params, changeUrl] = useUrlQuery();
  const state = parseListState(params);
  const today = todayAtProperty(new Date());
  const list = useQuery(bookingListQuery(toQuery(state, today).toString()));
  const everyPage = toQuery({ ...state, page: 1 }, today);
  const { sort: _, ...narrowing } = state.filters;
  const isFiltered = Object.keys(narrowing).length > 0;
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-4`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl text-deep sm:text-3xl">Bookings</h1>
        <div className="flex flex-wrap gap-2">
          <CsvButton query={everyPage} />
          <SmallButtonLink variant="strong" to="/admin/bookings/new">
            Book by phone
          </SmallButtonLink>
        </div>
      </div>
      <Periods period={state.period} change={(period) => changeUrl((query) => withPeriod(query, period))} />
      <BookingToolbar
        filters={state.filters}
        period={state.period}
        change={(filters, replace) => changeUrl((query) => withFilters(query, filters), { replace })}
      />
      <Loaded query={list} pending={<RowSkeleton />}>
        {({ totals, bookings }) => (
          <>
            <BookingTotals totals={totals} query={everyPage.toString()} />
            {bookings.length === 0 ? (
              <NoBookings
                isFiltered={isFiltered || state.page > 1}
                period={state.period}
                show={(period) => changeUrl((query) => withPeriod(query, period))}
                clear={() => changeUrl(() => withPeriod(new URLSearchParams(), 'all'))}
              />
            ) : (
              <>
                <div
                  aria-busy={list.isPlaceholderData}
                  className={list.isPlaceholderData ? 'opacity-55' : undefined}
                >
                  <BookingTable bookings={bookings} />
                  <BookingCards bookings={bookings} />
                </div>
                <Pagination
                  page={state.page}
                  rowCount={bookings.length}
                  total={pageTotal(totals)}
                  goTo={(page) => changeUrl((query) => withPage(query, page))}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Returns the number of bookings, or the limit of counting as a minimum. */
const pageTotal = (totals: BookingList['totals']) =>
  totals
    ? { total: totals.count, totalIsEstimate: false }
    : { total: maxSummed, totalIsEstimate: true, totalIsMinimum: true };

const periodLabels: Record<BookingPeriod, string> = {
  upcoming: 'From today on',
  past: 'Past',
  all: 'All',
};

interface PeriodsProps {
  period: BookingPeriod;
  change(period: BookingPeriod): void;
}

const Periods = ({ period, change }: PeriodsProps) => (
  <fieldset className="flex w-fit gap-1 rounded-lg bg-white p-1 shadow-card">
    <legend className="unseen">Stays</legend>
    {bookingPeriods.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === period}
        onClick={() => change(one)}
        className="min-h-11 rounded-md px-3 text-sm font-semibold text-slate hover:text-gulf aria-pressed:bg-gulf aria-pressed:text-white sm:min-h-9"
      >
        {periodLabels[one]}
      </button>
    ))}
  </fieldset>
);

interface NoBookingsProps {
  isFiltered: boolean;
  period: BookingPeriod;
  show(period: BookingPeriod): void;
  clear(): void;
}

function NoBookings({ isFiltered, period, show, clear }: NoBookingsProps) {
  if (isFiltered)
    return (
      <Notice
        icon={FilterX}
        title="Nothing matches"
        actions={
          <>
            {period !== 'all' && <SmallButton onClick={() => show('all')}>Search all stays</SmallButton>}
            <SmallButton onClick={clear}>Show all bookings</SmallButton>
          </>
        }
      >
        <p>No booking matches the search and the filters.</p>
      </Notice>
    );
  if (period !== 'all')
    return (
      <Notice
        icon={CalendarSearch}
        title={period === 'past' ? 'No past stays' : 'No stays from today on'}
        actions={<SmallButton onClick={() => show('all')}>Show all bookings</SmallButton>}
      >
        <p>Bookings of guests appear here by themselves. One by phone is made with “Book by phone”.</p>
      </Notice>
    );
  return (
    <Notice icon={CalendarSearch} title="No bookings yet">
      <p>Bookings of guests appear here by themselves. One by phone is made with “Book by phone”.</p>
    </Notice>
  );
}
