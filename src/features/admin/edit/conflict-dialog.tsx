import { useState } from 'react';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { HistoryAuthor } from '../history/history-author.tsx';
import { ValueDiff } from '../history/value-diff.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import type { Row, TableForm, Value } from '../schema/table.ts';
import { type Side, threeWayDiff } from './merge-versions.ts';

interface ConflictDialogProps {
  table: string;
  schema: TableForm;
  /** The row as it was when editing began. */
  base: Row;
  mine: FormValues;
  /** The row as it is now. */
  theirs: Row;
  busy: boolean;
  failure: string;
  /** Called with every writable field, each from one of the two versions. */
  onSave(values: FormValues): void;
  onTakeTheirs(): void;
  /** Back to the form, with nothing decided. */
  onClose(): void;
}

/** Two people changed the same row: shows both versions where they differ, and lets the second one decide. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { table, schema, base, mine, theirs, busy, failure, onSave, onTakeTheirs, onClose } = props;
  const found = threeWayDiff(schema, base, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const sideOf = (name: string, keep: Side): Side => chosen[name] ?? keep;
  const merged = Object.fromEntries(
    found.map(({ name, keep }) => [name, (sideOf(name, keep) === 'mine' ? mine : theirs)[name]]),
  );
  const isAllTheirs = found.every(({ name, keep }) => sideOf(name, keep) === 'theirs');
  return (
    <Dialog
      title="Somebody else changed this item"
      role="alertdialog"
      size="wide"
      onClose={onClose}
      footer={
        <>
          {failure && (
            <p role="alert" className="grow basis-full text-danger sm:basis-40">
              {failure}
            </p>
          )}
          <Button look="quiet" disabled={busy} onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => onSave(mine)}>
            Keep mine
          </Button>
          <Button
            disabled={busy}
            onClick={() => (isAllTheirs ? onTakeTheirs() : onSave({ ...mine, ...merged }))}
            data-autofocus
          >
            {busy ? 'Saving...' : 'Save what is chosen'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-slate">
        It was saved <HistoryAuthor table={table} id={theirs.id} /> while you were editing. Where the two
        versions differ, please choose the one to keep.
      </p>
      {found.length === 0 && <p>Both versions are the same now.</p>}
      <div className="grid gap-4">
        {found.map(({ name, keep }) => (
          <fieldset key={name} className="min-w-0 rounded-xl border border-dune p-3">
            <legend className="px-1 font-semibold">{fieldTitle(name, schema.properties[name])}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map((side) => (
                <label
                  key={side}
                  className="flex min-w-0 items-start gap-3 rounded-lg border border-dune p-3 has-checked:border-gulf has-checked:bg-mist"
                >
                  <input
                    type="radio"
                    name={`conflict-${name}`}
                    checked={sideOf(name, keep) === side}
                    disabled={busy}
                    onChange={() => setChosen({ ...chosen, [name]: side })}
                    className="mt-0.5 size-5 shrink-0 accent-gulf"
                  />
                  <span className="min-w-0">
                    <span className="block text-sm text-slate">{side === 'mine' ? 'Mine' : 'Theirs'}</span>
                    <ValueDiff
                      name={name}
                      field={schema.properties[name]}
                      value={((side === 'mine' ? mine : theirs)[name] ?? null) as Value}
                    />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}
