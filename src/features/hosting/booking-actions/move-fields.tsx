import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { MoveRequest } from '../../bookings/moving/contract.server.ts';
import { propertiesQuery } from '../../listings/queries.ts';

interface StayFieldsProps {
  stay: MoveRequest;
  /** The present home of the stay, which may be unlisted. */
  own: { slug: string; title: string };
  change(next: Partial<MoveRequest>): void;
}

export function StayFields({ stay, own, change }: StayFieldsProps) {
  const { data: listed = [] } = useQuery(propertiesQuery);
  const homes = listed.some(({ slug }) => slug === own.slug) ? listed : [own, ...listed];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField
        label="Check-in"
        value={stay.checkin}
        input={{ required: true }}
        change={(checkin) => change({ checkin })}
      />
      <DateField
        label="Check-out"
        value={stay.checkout}
        input={{ required: true, min: stay.checkin }}
        change={(checkout) => change({ checkout })}
      />
      <Field label="Home">
        {(control) => (
          <select
            {...control}
            value={stay.property}
            onChange={({ target: { value } }) => change({ property: value })}
          >
            {homes.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

interface NearestProps {
  error: Error;
  choose(next: Partial<MoveRequest>): void;
}

/** The nearest free dates, when those of the form are taken. */
export function Nearest({ error, choose }: NearestProps) {
  const { nearest } = error instanceof ApiError ? error.details : {};
  const stays = (Array.isArray(nearest) ? nearest : []).filter(isRecord);
  if (stays.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {stays.map(({ checkin, checkout }) => (
        <SmallButton
          key={String(checkin)}
          onClick={() => choose({ checkin: String(checkin), checkout: String(checkout) })}
        >
          {`${formatDate(String(checkin))} to ${formatDate(String(checkout))}`}
        </SmallButton>
      ))}
    </div>
  );
}
