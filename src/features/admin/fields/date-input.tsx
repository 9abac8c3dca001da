import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { inputClass } from '../../../ui/small-button.tsx';
import { fieldClass, fieldProps, toText } from './field-props.ts';

interface DateFieldProps extends FieldControl {
  isSmall?: boolean;
}

/** A date (`YYYY-MM-DD`), or by the field's format a moment in the reader's time zone (RFC 3339). */
export function DateField({ isSmall = false, ...control }: DateFieldProps) {
  const { schema, value, onChange } = control;
  const hasTime = schema.format === 'date-time';
  const text = toText(value);
  return (
    <input
      {...fieldProps(control)}
      type={hasTime ? 'datetime-local' : 'date'}
      // Else a browser's year has six digits.
      max={hasTime ? '9999-12-31T23:59' : '9999-12-31'}
      value={hasTime ? localMoment(text) : text}
      onChange={(event) => onChange(parseInput(schema, event.target.value))}
      className={isSmall ? `${inputClass} w-full min-w-0` : fieldClass}
    />
  );
}
