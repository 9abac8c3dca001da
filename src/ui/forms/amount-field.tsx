import { Field } from './field.tsx';

interface AmountFieldProps {
  label: string;
  hint?: string;
  /** As it is typed, such as `1,131.20`. */
  text: string;
  problem?: string | undefined;
  change(text: string): void;
}

/** An amount of money. */
export function AmountField({ label, hint, text, problem, change }: AmountFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
