import { Field } from './field.tsx';

interface TextAreaProps {
  label: string;
  hint?: string;
  value: string;
  maxLength: number;
  rows?: number;
  problem?: string;
  change(text: string): void;
}

/** Several lines of text. */
export function TextArea({ label, hint, value, maxLength, rows = 4, problem, change }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          value={value}
          maxLength={maxLength}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
