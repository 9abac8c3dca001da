import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { SearchBox } from '../../admin/table-screen/search-box.tsx';
import { FilterFields, type FilterProps } from './booking-filters.tsx';

/** Search, and the filters, which are folded on a phone. */
export function BookingToolbar({ filters, period, change }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { search = '', ...others } = filters;
  const count = Object.keys(others).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,5fr)] lg:items-end">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 grow">
          <SearchBox
            label="Search by code, name or email"
            value={search}
            search={(text, isSameSearch) => change({ search: text }, isSameSearch)}
          />
        </div>
        <SmallButton
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="sm:hidden"
        >
          <ListFilter aria-hidden="true" className="size-4" />
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </SmallButton>
      </div>
      <div
        id={id}
        className={`${isOpen ? 'grid' : 'hidden sm:grid'} grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-5`}
      >
        <FilterFields filters={filters} period={period} change={change} />
      </div>
    </div>
  );
}
