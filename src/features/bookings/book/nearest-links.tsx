import { formatMoney } from '../../../shared/money.ts';
import type { SoldStay } from '../calendar/reason.ts';
import { StayDates } from './stay-line.tsx';
import { StayLink } from './stay-link.tsx';
import { bookPath, type StaySearch } from './stay-search.ts';

/** A link from a stay that is not sold to one that is. */
export const alternativeLinkClass =
  'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-xl border border-gulf/35 bg-white px-4 py-2 text-gulf hover:border-gulf hover:bg-mist';

interface NearestStaysProps {
  nearest: readonly SoldStay[];
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
            <StayLink to={bookPath({ ...search, checkin, checkout })} className={alternativeLinkClass}>
              <span>
                <StayDates stay={{ checkin, checkout }} />
              </span>
              <span className="font-semibold">{formatMoney(total, currency)} in all</span>
            </StayLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
