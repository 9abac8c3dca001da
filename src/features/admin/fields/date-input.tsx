import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import { fieldProps, type InputControl, toText } from './field-props.ts';

/** A date (`YYYY-MM-DD`), or by the field's format a moment in the reader's time zone (RFC 3339). */
export function DateInput(control: InputControl) {
  const { schema, value, onChange } = control;
  const hasTime = schema.format === 'date-time';
  const text = toText(value);
  return (
    <input
      {...fieldProps(control)}
      type={hasTime ? 'datetime-local' : 'date'}
      // Browsers accept years of six digits if there is no maximum.
      max={hasTime ? '9999-12-31T23:59' : '9999-12-31'}
      value={hasTime ? localMoment(text) : text}
      onChange={(event) => onChange(parseInput(schema, event.target.value))}
    />
  );
}
