import { useQuery } from '@tanstack/react-query';
import { Amount } from '../../../ui/forms/amount.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { propertiesQuery } from '../../listings/queries.ts';
import { isNightlyValid, type StayDraft } from './stay-draft.ts';

interface StayFieldsProps {
  draft: StayDraft;
  /** Error messages by the server's field names. */
  problems: Record<string, string>;
  /** The kind of the hosts' change of the price. */
  priceField: 'promoCode' | 'nightly';
  change(next: Partial<StayDraft>): void;
}

/** The home, the dates and the party of a stay that hosts book or offer. */
export function StayFields({ draft, problems, priceField, change }: StayFieldsProps) {
  const { data: homes = [], isError } = useQuery(propertiesQuery);
  const set = (name: keyof StayDraft) => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value });
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field
        label="Home"
        problem={isError ? 'The homes could not be fetched. Please reload this page.' : problems.property}
        className="col-span-2"
      >
        {(field) => (
          <select {...field} required value={draft.property} onChange={set('property')}>
            <option value="">Choose a home</option>
            {homes.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DateField
        label="Check-in"
        problem={problems.checkin}
        className="max-sm:col-span-2"
        value={draft.checkin}
        input={{ required: true }}
        change={(checkin) => change({ checkin })}
      />
      <DateField
        label="Check-out"
        problem={problems.checkout}
        className="max-sm:col-span-2"
        value={draft.checkout}
        input={{ required: true, min: draft.checkin }}
        change={(checkout) => change({ checkout })}
      />
      <Field label="Guests" problem={problems.guests}>
        {(field) => (
          <input {...field} type="number" min={1} max={20} value={draft.guests} onChange={set('guests')} />
        )}
      </Field>
      <Field label="Pets" problem={problems.pets}>
        {(field) => (
          <input {...field} type="number" min={0} max={20} value={draft.pets} onChange={set('pets')} />
        )}
      </Field>
      {priceField === 'promoCode' ? (
        <Field label="Promotion code, if any" problem={problems.promoCode} className="col-span-2">
          {(field) => (
            <input {...field} autoComplete="off" value={draft.promoCode} onChange={set('promoCode')} />
          )}
        </Field>
      ) : (
        <Amount
          label="Price of a night, in dollars"
          hint="Empty: the home’s own prices. Fees and taxes are added; discounts are not taken off."
          problem={
            isNightlyValid(draft) ? problems.nightly_cents : 'Please type an amount, such as 180 or 180.50'
          }
          className="col-span-2"
          text={draft.nightly}
          change={(nightly) => change({ nightly })}
        />
      )}
    </div>
  );
}
