import { Field, type FieldProps } from './field.tsx';

interface AmountProps extends FieldProps {
  /** The amount as typed, such as `1,131.20`. */
  text: string;
  /** Has the focus as its dialog opens. */
  isFirst?: boolean;
  change(text: string): void;
}

/** An amount of money. */
export const Amount = ({ text, isFirst, change, ...field }: AmountProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        data-autofocus={isFirst}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => change(target.value)}
      />
    )}
  </Field>
);
