import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import type { TableForm } from '../schema/table.ts';
import type { Columns } from './use-columns.ts';

interface ColumnsDialogProps {
  schema: TableForm;
  columns: Columns;
  /** @param columns `null` returns to the usual ones */
  choose(columns: string[] | null): void;
  onClose(): void;
}

const fewColumns = 12;

/** Selects the visible columns; the one that names a row is always visible. */
export function ColumnsDialog({ schema, columns: { all, visible }, choose, onClose }: ColumnsDialogProps) {
  const [search, setSearch] = useState('');
  const title = (name: string) => fieldTitle(name, schema.properties[name]);
  const matches = all.filter((name) => title(name).toLowerCase().includes(search.trim().toLowerCase()));
  const toggled = (name: string) =>
    all.filter((one) => (one === name ? !visible.includes(one) : visible.includes(one)));
  return (
    <Dialog
      title="Columns"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={() => choose(null)}>
            Reset
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p aria-live="polite" className="text-sm text-slate">
          {`${visible.length} of ${all.length} columns shown`}
        </p>
        {all.length > fewColumns && (
          <>
            <input
              type="search"
              aria-label="Find a column"
              placeholder="Find a column"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="control-small"
            />
            <div className="flex gap-2">
              <SmallButton onClick={() => choose([...all])}>Show all</SmallButton>
              <SmallButton onClick={() => choose(all.slice(0, 1))}>Hide all</SmallButton>
            </div>
          </>
        )}
        <ul>
          {matches.map((name) => (
            <li key={name}>
              <Choice
                type="checkbox"
                checked={visible.includes(name)}
                disabled={name === all[0]}
                onChange={() => choose(toggled(name))}
              >
                <span className="min-w-0 wrap-anywhere">{title(name)}</span>
              </Choice>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
