import { formatDateTime } from '../../../shared/dates.ts';
import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import type { Publication } from './post-form.ts';

interface PublicationFieldProps {
  value: Publication;
  /** When the post appeared, if guests can read it. */
  publishedAt: string | null;
  error?: string;
  onChange(value: Publication): void;
}

const unlessPast = (at: string): string => (new Date(at).getTime() > Date.now() ? at : '');

const option = 'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 hover:bg-mist';

export function PublicationField({ value, publishedAt, error, onChange }: PublicationFieldProps) {
  const choices: [Publication['choice'], string][] = [
    ...(publishedAt
      ? ([['unchanged', `Published ${formatDateTime(publishedAt)}`]] as [Publication['choice'], string][])
      : []),
    ['now', publishedAt ? 'Publish again with the present date' : 'Publish now'],
    ['later', 'Schedule'],
    ['draft', publishedAt ? 'Save as draft (guests no longer see it)' : 'Save as draft'],
  ];
  return (
    <fieldset className="min-w-0 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <legend className="px-1 font-semibold text-ink">Publication</legend>
      {choices.map(([choice, label]) => (
        <label key={choice} className={option}>
          <input
            type="radio"
            name="publication"
            value={choice}
            checked={value.choice === choice}
            onChange={() => onChange({ choice, at: choice === 'later' ? unlessPast(value.at) : value.at })}
            className="size-5 shrink-0 accent-gulf"
          />
          {label}
        </label>
      ))}
      {value.choice === 'later' && (
        <div className="mt-2 sm:pl-11">
          <label htmlFor="publication-at" className="mb-1.5 block font-semibold text-ink">
            Publish on
          </label>
          <input
            id="publication-at"
            type="datetime-local"
            value={localMoment(value.at)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'publication-error' : 'publication-zone'}
            onChange={(event) =>
              onChange({
                choice: 'later',
                at: String(parseInput({ type: 'string', format: 'date-time' }, event.target.value)),
              })
            }
            className="min-h-12 w-full max-w-72 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base aria-invalid:border-danger"
          />
          {error ? (
            <p id="publication-error" className="mt-1.5 text-danger">
              {error}
            </p>
          ) : (
            <p id="publication-zone" className="mt-1.5 text-sm text-slate">
              {value.at ? `At the beach: ${formatDateTime(value.at)}` : 'In the time zone of this device'}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
