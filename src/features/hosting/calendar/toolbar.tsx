import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { addDays } from '../../../shared/nights.ts';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { LoadedCalendar } from './host-calendar.ts';
import { addMonths, allHomes } from './url-state.ts';

interface ToolbarProps {
  homes: LoadedCalendar['allProperties'];
  /** The slug of a home, or `all`. */
  home: string;
  from: string;
  /** @param edit gets the first day by then; `null` is today */
  move(edit: (from: string) => string | null): void;
  show(home: string): void;
}

/** The choice of the home and of the first day. */
export function Toolbar({ homes, home, from, move, show }: ToolbarProps) {
  const isMonth = home !== allHomes;
  const moves = [
    { label: 'Previous month', icon: ChevronsLeft, by: (day: string) => addMonths(day, -1) },
    { label: 'Previous week', icon: ChevronLeft, by: (day: string) => addDays(day, -7), isWeek: true },
    { label: 'Next week', icon: ChevronRight, by: (day: string) => addDays(day, 7), isWeek: true },
    { label: 'Next month', icon: ChevronsRight, by: (day: string) => addMonths(day, 1) },
  ].filter(({ isWeek }) => !(isMonth && isWeek));
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:gap-x-4">
      <Field label="Homes" size="small" className="sm:max-w-60">
        {(control) => (
          <select {...control} value={home} onChange={({ target }) => show(target.value)}>
            <option value={allHomes}>All homes by day</option>
            {homes.map(({ id, slug, title }) => (
              <option key={id} value={slug}>
                {`${title}, by month`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DateField
        label={isMonth ? 'Month of' : 'First day'}
        size="small"
        value={from}
        change={(date) => date && move(() => date)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label="Move" className="col-span-2 flex gap-1.5">
        <SmallButton onClick={() => move(() => null)}>Today</SmallButton>
        {moves.map(({ label, icon: Icon, by }) => (
          <SmallButton key={label} aria-label={label} title={label} onClick={() => move(by)}>
            <Icon aria-hidden="true" className="size-5" />
          </SmallButton>
        ))}
      </div>
    </div>
  );
}
