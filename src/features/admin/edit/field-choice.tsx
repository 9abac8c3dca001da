import type { FormValues } from '../../../shared/forms/schema.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { ValueDiff } from '../history/value-diff.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import type { Row, TableForm, Value } from '../schema/table.ts';
import type { Side } from './merge-versions.ts';

interface FieldChoiceProps {
  schema: TableForm;
  mine: FormValues;
  theirs: Row;
  name: string;
  side: Side;
  disabled: boolean;
  onChoose(side: Side): void;
}

export function FieldChoice({ schema, mine, theirs, name, side, disabled, onChoose }: FieldChoiceProps) {
  const field = schema.properties[name];
  return (
    <fieldset className="min-w-0 rounded-xl border border-dune p-3">
      <legend className="px-1 font-semibold">{fieldTitle(name, field)}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((option) => (
          <Choice
            key={option}
            type="radio"
            variant="card"
            name={`conflict-${name}`}
            checked={side === option}
            disabled={disabled}
            onChange={() => onChoose(option)}
            className="min-w-0"
          >
            <span className="min-w-0">
              <span className="block text-sm text-slate">{option === 'mine' ? 'Mine' : 'Theirs'}</span>
              <ValueDiff
                name={name}
                field={field}
                value={((option === 'mine' ? mine : theirs)[name] ?? null) as Value}
              />
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
