import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { addMonths, earlierMonth, formatMonth, formatMonths, laterMonth, type Months } from './months.ts';

interface MonthRangeProps {
  months: Months;
  thisMonth: string;
  /** The usual ranges, which one press chooses. */
  ranges: readonly (readonly [label: string, months: Months])[];
  choose(edit: (months: Months) => Months): void;
}

const monthsBack = 60;
const monthsAhead = 24;

/** Chooses the first and the last month, or one of the usual ranges. */
export function MonthRange({ months, thisMonth, ranges, choose }: MonthRangeProps) {
  const { from, to } = months;
  return (
    <fieldset className="rounded-2xl bg-sand p-4">
      <legend className="unseen">Months of the reports</legend>
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <MonthSelect
          label="From"
          value={from}
          thisMonth={thisMonth}
          choose={(month) => choose((latest) => ({ from: month, to: laterMonth(month, latest.to) }))}
        />
        <MonthSelect
          label="To"
          value={to}
          thisMonth={thisMonth}
          choose={(month) => choose((latest) => ({ from: earlierMonth(month, latest.from), to: month }))}
        />
        <div className="col-span-2 flex flex-wrap gap-2">
          {ranges.map(([label, range]) => (
            <SmallButton
              key={label}
              className="min-h-11! aria-pressed:border-gulf aria-pressed:bg-gulf aria-pressed:text-white"
              aria-pressed={range.from === from && range.to === to}
              onClick={() => choose(() => range)}
            >
              {label}
            </SmallButton>
          ))}
        </div>
      </div>
      <p role="status" className="unseen">
        {formatMonths(months)}
      </p>
    </fieldset>
  );
}

interface MonthSelectProps {
  label: string;
  value: string;
  thisMonth: string;
  choose(month: string): void;
}

function MonthSelect({ label, value, thisMonth, choose }: MonthSelectProps) {
  const listed = Array.from({ length: monthsBack + monthsAhead + 1 }, (_, index) =>
    addMonths(thisMonth, monthsAhead - index),
  );
  const options = listed.includes(value) ? listed : [...listed, value].sort().reverse();
  return (
    <Field label={label} size="small" className="min-w-0">
      {(control) => (
        <select {...control} value={value} onChange={(event) => choose(event.target.value)}>
          {options.map((month) => (
            <option key={month} value={month}>
              {formatMonth(month)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
