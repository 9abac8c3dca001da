import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { inputClass } from '../../../ui/small-button.tsx';
import { bookingStatuses } from '../../bookings/hosting/list-filter.ts';
import type { ListState } from './list-state.ts';
import { propertiesQuery } from './queries.ts';
import { statusLabels } from './status-badge.tsx';

const orderLabels = {
  latest: 'Latest stay first',
  arrival: 'Earliest stay first',
  newest: 'Booked last first',
};

type Filters = ListState['filters'];

export interface FilterProps {
  filters: Filters;
  /** @param replace it refines the change before it */
  change(filters: Filters, replace: boolean): void;
}

const field = `${inputClass} w-full min-w-0`;

export function FilterFields({ filters, change }: FilterProps) {
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
