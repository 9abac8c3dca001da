import { formatDateTime } from '../../../shared/dates.ts';
import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { Publication } from './post-form.ts';

interface PublicationFieldProps {
  value: Publication;
  /** When the post appeared, if guests can read it. */
  publishedAt: string | null;
  error?: string;
  onChange(value: Publication): void;
}

const unlessPast = (at: string): string => (new Date(at).getTime() > serverNow() ? at : '');

export function PublicationField({ value, publishedAt, error, onChange }: PublicationFieldProps) {
  const choices: [Publication['choice'], string][] = [
    ['now', publishedAt ? 'Publish again with the present date' : 'Publish now'],
    ['later', 'Schedule'],
    ['draft', publishedAt ? 'Save as draft (guests no longer see it)' : 'Save as draft'],
  ];
  if (publishedAt) choices.unshift(['unchanged', `Published ${formatDateTime(publishedAt)}`]);
  return (
    <fieldset className="min-w-0 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <legend className="px-1 font-semibold text-ink">Publication</legend>
      {choices.map(([choice, label]) => (
        <Choice
          key={choice}
          type="radio"
          name="publication"
          value={choice}
          checked={value.choice === choice}
          onChange={() => onChange({ choice, at: choice === 'later' ? unlessPast(value.at) : value.at })}
          className="cursor-pointer rounded-xl px-3 hover:bg-mist"
        >
          {label}
        </Choice>
      ))}
      {value.choice === 'later' && (
        <Field
          id="publication-at"
          label="Publish on"
          hint={value.at ? `At the beach: ${formatDateTime(value.at)}` : 'In the time zone of this device'}
          problem={error}
          problemId="publication-error"
          isAnnounced={false}
          className="mt-2 max-w-83 sm:pl-11"
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={localMoment(value.at)}
              onChange={(event) =>
                onChange({
                  choice: 'later',
                  at: String(parseInput({ type: 'string', format: 'date-time' }, event.target.value)),
                })
              }
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
