import { useQuery } from '@tanstack/react-query';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { everyHomeQuery } from '../../listings/queries.ts';
import { type BookingPeriod, bookingStatuses } from './list-filter.ts';
import type { Filters } from './list-state.ts';
import { statusLabels } from './status-badge.tsx';

const orderLabels = {
  latest: 'Latest stay first',
  arrival: 'Earliest stay first',
  newest: 'Booked last first',
};

/** The order without a choice, in a period. */
const defaultOrders: Record<BookingPeriod, keyof typeof orderLabels> = {
  upcoming: 'arrival',
  past: 'latest',
  all: 'latest',
};

export interface FilterProps {
  period: BookingPeriod;
  filters: Filters;
  /** @param replace it refines the change before it */
  change(filters: Filters, replace: boolean): void;
}

export function FilterFields({ filters, period, change }: FilterProps) {
  const { data: properties = [] } = useQuery(everyHomeQuery);
  const {
    property = '',
    status = '',
    from = '',
    to = '',
    sort = from || to ? 'latest' : defaultOrders[period],
  } = filters;
  const isOption = property === '' || properties.some(({ slug }) => slug === property);
  const set = (name: keyof Filters) => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value }, false);
  return (
    <>
      <Field size="small" label="Status">
        {(control) => (
          <select {...control} value={status} onChange={set('status')}>
            <option value="">Any</option>
            {bookingStatuses.map((one) => (
              <option key={one} value={one}>
                {statusLabels[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field size="small" label="Home">
        {(control) => (
          <select {...control} value={property} onChange={set('property')}>
            <option value="">Any</option>
            {properties.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
            {!isOption && <option value={property}>{property}</option>}
          </select>
        )}
      </Field>
      <DateField
        size="small"
        label="Stays from"
        value={from}
        change={(date) => change({ from: date }, false)}
      />
      <DateField
        size="small"
        label="Stays until"
        value={to}
        input={{ min: from }}
        change={(date) => change({ to: date }, false)}
      />
      <Field size="small" label="Order">
        {(control) => (
          <select {...control} value={sort} onChange={set('sort')}>
            {Object.entries(orderLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
