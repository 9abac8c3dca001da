import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { historyQuery } from '../history/queries.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { FieldChoice } from './field-choice.tsx';
import { type FieldConflict, type Side, threeWayDiff } from './merge-versions.ts';

interface ConflictDialogProps {
  table: string;
  schema: TableForm;
  /** The row as it was when editing began. */
  base: Row;
  mine: FormValues;
  /** The row as it is now. */
  theirs: Row;
  isSaving: boolean;
  message: string;
  /** Called with every writable field, each from one of the two versions. */
  onSave(values: FormValues): void;
  onTakeTheirs(): void;
  onClose(): void;
}

/** Two hosts changed the same row: shows both versions where they differ, and lets the second one decide. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { table, schema, base, mine, theirs, isSaving, message, onSave, onTakeTheirs, onClose } = props;
  const conflicts = threeWayDiff(schema, base, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const sideFor = ({ name, initial }: FieldConflict): Side => chosen[name] ?? initial;
  const merged = Object.fromEntries(
    conflicts.map((conflict) => [
      conflict.name,
      (sideFor(conflict) === 'mine' ? mine : theirs)[conflict.name],
    ]),
  );
  const isAllTheirs = conflicts.every((conflict) => sideFor(conflict) === 'theirs');
  return (
    <Dialog
      title="Somebody else changed this item"
      role="alertdialog"
      size="wide"
      onClose={onClose}
      footer={
        <>
          {message && (
            <p role="alert" className="grow basis-full text-danger sm:basis-40">
              {message}
            </p>
          )}
          <Button variant="quiet" disabled={isSaving} onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="quiet" disabled={isSaving} onClick={() => onSave(mine)}>
            Keep mine
          </Button>
          <Button
            disabled={isSaving}
            onClick={() => (isAllTheirs ? onTakeTheirs() : onSave({ ...mine, ...merged }))}
            data-autofocus
          >
            {isSaving ? 'Saving...' : 'Save what is chosen'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-slate">
        It was saved <LastAuthor table={table} id={theirs.id} /> while you were editing. Where the two
        versions differ, please choose the one to keep.
      </p>
      {conflicts.length === 0 && <p>Both versions are the same now.</p>}
      <div className="grid gap-4">
        {conflicts.map((conflict) => (
          <FieldChoice
            key={conflict.name}
            schema={schema}
            mine={mine}
            theirs={theirs}
            name={conflict.name}
            side={sideFor(conflict)}
            disabled={isSaving}
            onChoose={(side) => setChosen({ ...chosen, [conflict.name]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** The last author of a row and the time, once they are loaded: `by a@b.example on June 5, 2026, 3:04 PM CDT`. */
function LastAuthor({ table, id }: { table: string; id: Row['id'] }) {
  const last = useInfiniteQuery(historyQuery(table, id)).data?.[0];
  return last ? <span className="wrap-anywhere">{`by ${last.by} on ${formatDateTime(last.at)}`}</span> : null;
}
