import { DateField } from '../../../ui/forms/date-field.tsx';

/** The first and the last night, both inclusive. */
export interface ChosenNights {
  first: string;
  last: string;
}

interface NightsFieldsProps {
  span: ChosenNights;
  errors?: Record<string, string>;
  onChange(span: ChosenNights): void;
}

/** Two beside each other wherever there is room. */
export const fieldsClass = 'grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-4 sm:grid-cols-2';

/** The first and the last night, which dragging or the keys have chosen already. */
export function NightsFields({ span, errors = {}, onChange }: NightsFieldsProps) {
  const names = [
    { name: 'first', label: 'First night', error: errors.first_night },
    { name: 'last', label: 'Last night', error: errors.last_night },
  ] as const;
  return (
    <div className={fieldsClass}>
      {names.map(({ name, label, error }) => (
        <DateField
          key={name}
          label={label}
          problem={error}
          value={span[name]}
          input={{ required: true }}
          change={(date) => onChange({ ...span, [name]: date })}
        />
      ))}
    </div>
  );
}
