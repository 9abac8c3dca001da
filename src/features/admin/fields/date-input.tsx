import { type DateValue, parseDate, parseDateTime } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { CalendarHeading } from 'react-aria-components/Calendar';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
} from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { inputClass } from '../../../ui/small-button.tsx';
import { FieldPopover } from './field-popover.tsx';
import { fieldClass, fieldProps, toText } from './field-props.ts';

/** A `datetime-local` text without seconds. */
const minutes = 'YYYY-MM-DDTHH:MM'.length;

function parseValue(text: string, hasTime: boolean): DateValue | null {
  try {
    return hasTime ? parseDateTime(localMoment(text).slice(0, minutes)) : parseDate(text);
  } catch {
    return null;
  }
}

interface DateFieldProps extends FieldControl {
  isSmall?: boolean;
}

/** A date (`YYYY-MM-DD`), or by the field's format a moment in the reader's time zone (RFC 3339). `{id}-label` names it. */
export function DateField({ isSmall = false, ...control }: DateFieldProps) {
  const { id, schema, value, required, disabled, onChange } = control;
  const hasTime = schema.format === 'date-time';
  const text = toText(value);
  const date = useMemo(() => parseValue(text, hasTime), [text, hasTime]);
  const [group, setGroup] = useState<HTMLElement | null>(null);
  const { 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = fieldProps(control);

  const change = (next: DateValue | null) =>
    onChange(parseInput(schema, next ? next.toString().slice(0, hasTime ? minutes : undefined) : ''));
  /** A date of which a part was deleted is none: React Aria would keep the one before. */
  function clearIncomplete() {
    if (date && group?.querySelector('[role=spinbutton][data-placeholder]')) change(null);
  }
  function submitOnEnter(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !(event.target as Element).matches('[role=spinbutton]')) return;
    clearIncomplete();
    event.currentTarget.closest('form')?.requestSubmit();
  }
  return (
    <DatePicker
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      value={date}
      onChange={change}
      onBlur={clearIncomplete}
      granularity={hasTime ? 'minute' : 'day'}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Group
        ref={setGroup}
        id={id}
        onKeyDown={submitOnEnter}
        className={`${isSmall ? `${inputClass} w-full` : fieldClass} flex items-center gap-1 py-0! pr-1! focus-within:outline-2 focus-within:outline-gulf data-disabled:border-dune data-disabled:bg-sand data-disabled:text-slate data-invalid:border-danger`}
      >
        <DateInput className="flex min-w-0 grow flex-wrap py-1 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              data-focus=""
              className="rounded px-px whitespace-pre outline-none data-focused:bg-gulf data-focused:text-white data-placeholder:not-data-focused:text-slate"
            />
          )}
        </DateInput>
        <Button className="grid size-9 shrink-0 place-items-center rounded-lg text-gulf hover:bg-mist hover:text-deep data-disabled:text-driftwood/60">
          <CalendarDays aria-hidden="true" className="size-4.5" />
        </Button>
      </Group>
      <FieldPopover field={group} className="p-3">
        <Dialog className="outline-none">
          <MonthCalendar />
        </Dialog>
      </FieldPopover>
    </DatePicker>
  );
}

const pageButton =
  'grid size-9 place-items-center rounded-lg text-gulf hover:bg-mist hover:text-deep data-disabled:text-driftwood/60';

const MonthCalendar = () => (
  <Calendar>
    <header className="mb-2 flex items-center justify-between">
      <Button slot="previous" className={pageButton}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <CalendarHeading className="font-sans text-base font-semibold tracking-normal text-deep" />
      <Button slot="next" className={pageButton}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </header>
    <CalendarGrid weekdayStyle="short" className="border-separate border-spacing-0.5">
      <CalendarGridHeader>
        {(day) => (
          <CalendarHeaderCell className="w-10 pb-1 text-xs font-semibold text-slate">
            {day}
          </CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(day) => (
          <CalendarCell
            date={day}
            className="grid size-10 cursor-pointer place-items-center rounded-lg tabular-nums hover:bg-mist focus-visible:outline-offset-0 data-outside-month:invisible data-selected:bg-gulf data-selected:text-white"
          />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  </Calendar>
);
