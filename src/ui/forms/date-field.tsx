import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

interface DateFieldProps extends FieldProps {
  /** The controlled value, together with `change`; otherwise `input` holds the default. */
  value?: string;
  input?: ComponentProps<'input'>;
  change?(date: string): void;
}

/** A date, `YYYY-MM-DD` or empty. */
export const DateField = ({ value, input, change, ...field }: DateFieldProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        {...input}
        type="date"
        // The narrow width leaves room for a date and its button beside another field on a phone.
        className={`${control.className} px-3`}
        value={value}
        onChange={change && (({ target }) => change(target.value))}
      />
    )}
  </Field>
);
