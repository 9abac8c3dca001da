import { Field } from '../../../ui/forms/field.tsx';
import { maxReasonLength } from './use-decision.ts';

interface OptionalReasonProps {
  /** The name of the guest, who reads the reason. */
  name: string;
  value: string;
  change(reason: string): void;
}

/** Why the hosts decline or cancel; a guest gets it by mail. */
export function OptionalReason({ name, value, change }: OptionalReasonProps) {
  return (
    <Field label="Reason" hint={`${name} reads it. It may stay empty.`}>
      {(control) => (
        <textarea
          {...control}
          rows={4}
          maxLength={maxReasonLength}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}
