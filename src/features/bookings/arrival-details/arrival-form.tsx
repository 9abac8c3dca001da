import { useSearchParams } from 'react-router';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import { tripPath } from '../record/trip-paths.ts';
import { toTyped, type UnsavedArrival } from './submit-arrival.ts';

interface ArrivalFormProps {
  trip: Pick<Trip, 'code' | 'guests' | 'arrivalDetails'>;
  unsaved: UnsavedArrival | null;
}

const counts = [
  { name: 'adults', label: 'Adults', max: 99 },
  { name: 'children', label: 'Children', max: 99 },
  { name: 'cars', label: 'Cars', max: 6 },
] as const;

/** The form for when guests arrive and who comes; it works without scripts. */
export function ArrivalForm({ trip: { code, guests, arrivalDetails }, unsaved }: ArrivalFormProps) {
  const typed = unsaved?.typed ?? toTyped(arrivalDetails);
  const isSaved = useSearchParams()[0].get('arrival') === 'saved' && !unsaved;
  const invalid = (name: string) => (unsaved?.problems[name] ? true : undefined);
  const problems = Object.values(unsaved?.problems ?? {});
  return (
    <form method="post" action={`${tripPath(code)}#arrival-details`} className="grid gap-4">
      <p className="text-slate">
        So that everything is ready for you. You may leave out what you do not know yet.
      </p>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-[1.5fr_1fr_1fr_1fr] sm:gap-4">
        <Field id="arrival-time" label="Arriving about" className="col-span-full sm:col-span-1">
          {(control) => (
            <input
              {...control}
              name="arrivalTime"
              type="time"
              defaultValue={typed.arrivalTime}
              aria-invalid={invalid('arrivalTime')}
            />
          )}
        </Field>
        {counts.map(({ name, label, max }) => (
          <Field key={name} id={`arrival-${name}`} label={label}>
            {(control) => (
              <input
                {...control}
                name={name}
                type="number"
                inputMode="numeric"
                min={0}
                max={max}
                defaultValue={typed[name]}
                aria-invalid={invalid(name)}
              />
            )}
          </Field>
        ))}
      </div>
      <Field id="arrival-names" label="Who comes?" hint="One name a line.">
        {(control) => (
          <textarea
            {...control}
            name="names"
            rows={Math.min(6, Math.max(3, guests))}
            maxLength={2_200}
            defaultValue={typed.names}
            aria-invalid={invalid('names')}
          />
        )}
      </Field>
      {isSaved && <Alert>Saved. Your hosts see it.</Alert>}
      {unsaved && (
        <Alert failed role="alert">
          {problems.length > 0 ? problems.join('. ') : unsaved.failure}
        </Alert>
      )}
      {unsaved?.isTooMany && (
        <a href="#messages" className="font-semibold text-gulf underline underline-offset-4">
          Ask for a change
        </a>
      )}
      <Button
        type="submit"
        name="intent"
        value="arrival-details"
        variant="secondary"
        className="w-full sm:w-auto sm:justify-self-start"
      >
        Save
      </Button>
    </form>
  );
}
