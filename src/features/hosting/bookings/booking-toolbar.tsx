import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { inputClass, SmallButton } from '../../../ui/small-button.tsx';
import { SearchBox } from '../../admin/table-screen/search-box.tsx';
import { bookingStatuses } from '../../bookings/hosting/list-filter.ts';
import type { ListState } from './list-state.ts';
import { propertiesQuery } from './queries.ts';
import { statusLabels } from './status-badge.tsx';

type Filters = ListState['filters'];

interface BookingToolbarProps {
  filters: Filters;
  /** @param replace it refines the change before it */
  change(filters: Filters, replace: boolean): void;
}

const field = `${inputClass} w-full min-w-0`;

const orderLabels = {
  latest: 'Latest stay first',
  arrival: 'Earliest stay first',
  newest: 'Booked last first',
};

/** Search, and the filters, which are folded on a phone. */
export function BookingToolbar({ filters, change }: BookingToolbarProps) {
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
        className={`${isOpen ? 'grid' : 'hidden sm:grid'} grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5`}
      >
        <FilterFields filters={filters} change={change} />
      </div>
    </div>
  );
}

function FilterFields({ filters, change }: BookingToolbarProps) {
  const { data: properties = [] } = useQuery(propertiesQuery);
  const { property = '', status = '', from = '', to = '', sort = 'latest' } = filters;
  const isListed = property === '' || properties.some(({ slug }) => slug === property);
  const set = (name: keyof Filters) => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value }, false);
  return (
    <>
      <Labeled label="Status">
        {(id) => (
          <select id={id} value={status} onChange={set('status')} className={field}>
            <option value="">Any</option>
            {bookingStatuses.map((one) => (
              <option key={one} value={one}>
                {statusLabels[one]}
              </option>
            ))}
          </select>
        )}
      </Labeled>
      <Labeled label="Home">
        {(id) => (
          <select id={id} value={property} onChange={set('property')} className={field}>
            <option value="">Any</option>
            {properties.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
            {!isListed && <option value={property}>{property}</option>}
          </select>
        )}
      </Labeled>
      <Labeled label="Stays from">
        {(id) => <input id={id} type="date" value={from} onChange={set('from')} className={field} />}
      </Labeled>
      <Labeled label="Stays until">
        {(id) => <input id={id} type="date" min={from} value={to} onChange={set('to')} className={field} />}
      </Labeled>
      <Labeled label="Order">
        {(id) => (
          <select id={id} value={sort} onChange={set('sort')} className={field}>
            {Object.entries(orderLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labeled>
    </>
  );
}

function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm font-semibold text-slate">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
