import { formatMoney } from '../../../shared/money.ts';
import { type ReportColumn, ReportTable } from '../../admin/shell/report-table.tsx';
import { currency } from '../../bookings/pricing/price.ts';
import { HomePages, HomeSearch } from '../../listings/ui/home-pager.tsx';
import { formatShare } from './comparison.ts';
import type { HomeFigures } from './contract.server.ts';

interface HomesSectionProps {
  homes: readonly HomeFigures[];
  search: string;
  /** Counts from 1. */
  page: number;
  pages: number;
  find(search: string): void;
  goTo(page: number): void;
}

const count = (value: number): string => value.toLocaleString('en-US');
const money = (cents: number | null): string => (cents === null ? '–' : formatMoney(cents, currency));

const columns: readonly ReportColumn<HomeFigures>[] = [
  { title: 'Home', cell: ({ title }) => title },
  { title: 'Occupancy', isAmount: true, cell: ({ occupancy }) => formatShare(occupancy) },
  { title: 'A year before', isAmount: true, cell: ({ lastYear }) => formatShare(lastYear.occupancy) },
  { title: 'Nights sold', isAmount: true, cell: ({ nightsSold }) => count(nightsSold) },
  { title: 'Rent', isAmount: true, cell: ({ rent }) => money(rent) },
  { title: 'Extras', isAmount: true, cell: ({ extras }) => money(extras) },
  { title: 'Rent a year before', isAmount: true, cell: ({ lastYear }) => money(lastYear.rent) },
  {
    title: 'Average nightly rate',
    isAmount: true,
    cell: ({ averageNightlyRate }) => money(averageNightlyRate),
  },
];

/** Compares the homes, one page at a time; with several pages, a search finds a home by its name. */
export function HomesSection({ homes, search, page, pages, find, goTo }: HomesSectionProps) {
  return (
    <section aria-labelledby="homes" className="min-w-0 rounded-2xl bg-white p-4 shadow-card sm:p-6">
      <h2 id="homes" className="text-2xl text-deep">
        Home by home
      </h2>
      <p className="mt-1 text-sm text-slate">All the chosen months of each home together.</p>
      {(pages > 1 || search !== '') && (
        <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
          <HomeSearch search={search} find={find} />
          <HomePages page={page} pages={pages} goTo={goTo} />
        </div>
      )}
      <div className="mt-5 min-w-0">
        {homes.length === 0 ? (
          <p role="status" className="text-slate">
            No home has this name.
          </p>
        ) : (
          <ReportTable
            caption="The homes, as a table"
            columns={columns}
            rows={homes}
            rowKey={({ property }) => property}
          />
        )}
      </div>
    </section>
  );
}
