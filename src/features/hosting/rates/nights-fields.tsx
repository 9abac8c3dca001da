import { useId } from 'react';
import { inputClass } from '../../../ui/small-button.tsx';

/** Both inclusive. */
export interface NightSpan {
  first: string;
  last: string;
}

interface NightsFieldsProps {
  span: NightSpan;
  errors?: Record<string, string>;
  onChange(span: NightSpan): void;
}

/** Two beside each other wherever there is room. */
export const fieldsClass = 'grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-4 sm:grid-cols-2';

/** The first and the last night, which dragging or the keys have chosen already. */
export function NightsFields({ span, errors = {}, onChange }: NightsFieldsProps) {
  const id = useId();
  const names = [
    { name: 'first', label: 'First night', error: errors.first_night },
    { name: 'last', label: 'Last night', error: errors.last_night },
  ] as const;
  return (
    <div className={fieldsClass}>
      {names.map(({ name, label, error }) => (
        <div key={name} className="grid min-w-0 content-start gap-1.5">
          <label htmlFor={`${id}-${name}`} className="font-semibold">
            {label}
          </label>
          <input
            id={`${id}-${name}`}
            type="date"
            required
            value={span[name]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-${name}-error` : undefined}
            onChange={({ target }) => onChange({ ...span, [name]: target.value })}
            className={`${inputClass} w-full min-w-0`}
          />
          <FieldError id={`${id}-${name}-error`} error={error} />
        </div>
      ))}
    </div>
  );
}

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p id={id} className="text-sm font-medium text-danger">
      {error}
    </p>
  ) : null;
