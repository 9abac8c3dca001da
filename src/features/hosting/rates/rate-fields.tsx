import { type ComponentProps, useId } from 'react';
import type { Weekday } from '../../../shared/nights.ts';
import { weekdays } from '../../../shared/nights.ts';
import { Amount } from '../../../ui/forms/amount.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field, FieldProblem } from '../../../ui/forms/field.tsx';
import { fieldsClass, NightsFields } from './nights-fields.tsx';
import type { RateForm } from './rate-form.ts';

export interface RatedProperty {
  id: string;
  title: string;
}

interface RateFieldsProps {
  form: RateForm;
  errors: Record<string, string>;
  homes: readonly RatedProperty[];
  onChange(form: RateForm): void;
}

const dayNames: Record<Weekday, string> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

export function RateFields({ form, errors, homes, onChange }: RateFieldsProps) {
  const set = (values: Partial<RateForm>) => onChange({ ...form, ...values });
  return (
    <>
      <NightsFields span={form.span} errors={errors} onChange={(span) => set({ span })} />
      <div className={fieldsClass}>
        <Amount
          label="Price of a night ($)"
          problem={errors.nightly_cents}
          text={form.nightly}
          isFirst
          change={(nightly) => set({ nightly })}
        />
        <Amount
          label="Fri and Sat nights ($)"
          problem={errors.weekend_cents}
          text={form.weekend}
          change={(weekend) => set({ weekend })}
        />
        <RateField
          label="Fewest nights"
          error={errors.min_nights}
          inputMode="numeric"
          value={form.minNights}
          onChange={({ target }) => set({ minNights: target.value })}
        />
        <Field label="Days of arrival">
          {(control) => (
            <select
              {...control}
              value={form.arrival}
              onChange={({ target }) => set({ arrival: target.value as RateForm['arrival'] })}
            >
              <option value="keep">As they are</option>
              <option value="any">Any day</option>
              <option value="some">Some days</option>
            </select>
          )}
        </Field>
      </div>
      <p className="-mt-2 text-sm text-slate">
        Empty fields stay as they are; a price alone is for Friday and Saturday nights, too.
      </p>
      {form.arrival === 'some' && (
        <Boxes
          legend="Guests may arrive on"
          error={errors.arrival_days}
          options={weekdays.map((day) => ({ value: day, label: dayNames[day] }))}
          checked={form.arrivalDays}
          onChange={(days) => set({ arrivalDays: weekdays.filter((day) => days.includes(day)) })}
        />
      )}
      {homes.length > 1 && (
        <Boxes
          legend="For these homes"
          error={errors.properties}
          options={homes.map(({ id, title }) => ({ value: id, label: title }))}
          checked={form.properties}
          onChange={(ids) => set({ properties: ids })}
        />
      )}
    </>
  );
}

function RateField({
  label,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; error: string | undefined }) {
  return (
    <Field label={label} problem={error}>
      {(control) => <input {...input} {...control} autoComplete="off" />}
    </Field>
  );
}

interface BoxesProps {
  legend: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
  checked: readonly string[];
  onChange(checked: string[]): void;
}

function Boxes({ legend, error, options, checked, onChange }: BoxesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex max-h-44 flex-wrap gap-x-5 overflow-y-auto">
        {options.map(({ value, label }) => (
          <Choice
            key={value}
            type="checkbox"
            checked={checked.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...checked, value] : checked.filter((one) => one !== value))
            }
          >
            {label}
          </Choice>
        ))}
      </div>
      <FieldProblem id={id}>{error}</FieldProblem>
    </fieldset>
  );
}
