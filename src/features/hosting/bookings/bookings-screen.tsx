import { useQuery } from '@tanstack/react-query';
import { CalendarSearch, FilterX } from 'lucide-react';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { Pagination } from '../../admin/grid/pagination.tsx';
import { BookingCards, BookingTable } from './booking-list.tsx';
import { BookingToolbar } from './booking-toolbar.tsx';
import { BookingTotals } from './booking-totals.tsx';
import type { BookingList } from './contract.server.ts';
import { CsvButton } from './csv-button.tsx';
import { maxSummed } from './list-filter.ts';
import { parseListState, toQuery, withFilters, withPage } from './list-state.ts';
import { bookingListQuery } from './queries.ts';

/** Every booking, filtered by what the address says. */
export function BookingsScreen() {
  const [params, changeUrl] = useUrlQuery();
  const state = parseListState(params);
  const list = useQuery(bookingListQuery(toQuery(state).toString()));
  const { sort: _, ...narrowing } = state.filters;
  const isFiltered = Object.keys(narrowing).length > 0;
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl text-deep sm:text-3xl">Bookings</h1>
        <div className="flex flex-wrap gap-2">
          <CsvButton filters={state.filters} />
          <SmallButtonLink variant="strong" to="/admin/bookings/new">
            Book by phone
          </SmallButtonLink>
        </div>
      </div>
      <BookingToolbar
        filters={state.filters}
        change={(filters, replace) => changeUrl((query) => withFilters(query, filters), { replace })}
      />
      <Loaded query={list} pending={<RowSkeleton />}>
        {({ totals, bookings }) => (
          <>
            <BookingTotals totals={totals} filters={state.filters} />
            {bookings.length === 0 ? (
              <NoBookings
                isFiltered={isFiltered || state.page > 1}
                clear={() => changeUrl(() => new URLSearchParams())}
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

/** Of more bookings than are counted it is only known that there are more. */
const pageTotal = (totals: BookingList['totals']) =>
  totals
    ? { total: totals.count, totalIsEstimate: false }
    : { total: maxSummed, totalIsEstimate: true, totalIsMinimum: true };

const NoBookings = ({ isFiltered, clear }: { isFiltered: boolean; clear(): void }) =>
  isFiltered ? (
    <Notice
      icon={FilterX}
      title="Nothing matches"
      actions={<SmallButton onClick={clear}>Show all bookings</SmallButton>}
    >
      <p>No booking matches the search and the filters.</p>
    </Notice>
  ) : (
    <Notice icon={CalendarSearch} title="No bookings yet">
      <p>Bookings of guests appear here by themselves. One by phone is made with “Book by phone”.</p>
    </Notice>
  );
