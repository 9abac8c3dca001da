import { TextArea } from '../../../ui/forms/text-area.tsx';
import { maxReasonLength } from './use-decision.ts';

interface OptionalReasonProps {
  /** The guest's, who reads it. */
  name: string;
  value: string;
  change(reason: string): void;
}

/** Why the hosts decline or cancel; a guest gets it by mail. */
export function OptionalReason({ name, value, change }: OptionalReasonProps) {
  return (
    <TextArea
      label="Reason"
      hint={`${name} reads it. It may stay empty.`}
      value={value}
      maxLength={maxReasonLength}
      change={change}
    />
  );
}
