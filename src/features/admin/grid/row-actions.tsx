import { Eye, History, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { IconButton } from '../../../ui/small-button.tsx';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { rowLinks } from './row-links.ts';

export type DialogState =
  | { kind: 'add' | 'import' | 'columns' | 'views' }
  | { kind: 'bulkEdit' | 'bulkDelete' }
  | { kind: 'edit' | 'details' | 'history'; row: Row }
  | { kind: 'delete'; row: Row };

export type OpenDialog = (dialog: DialogState) => void;

/** The path of a row on the site; `null` when it has none. */
export function previewUrl(schema: TableForm, row?: Row): string | null {
  if (!schema.preview) return null;
  let isComplete = true;
  const path = schema.preview.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = row?.[name];
    if (value === undefined || value === null || value === '') isComplete = false;
    return encodeURIComponent(String(value));
  });
  return isComplete ? path : null;
}

interface RowActionsProps {
  table: string;
  schema: TableForm;
  row: Row;
  openDialog: OpenDialog;
}

const iconLink =
  'grid size-9 max-sm:size-11 shrink-0 place-items-center rounded-lg text-gulf hover:bg-mist hover:text-deep';

export function RowActions({ table, schema, row, openDialog }: RowActionsProps) {
  const name = rowLabel(schema.label, row);
  const preview = schema.preview?.includes('{') ? previewUrl(schema, row) : null;
  return (
    <div className="flex items-center justify-end">
      {preview && (
        <a
          href={preview}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${name} on the site`}
          title="View on the site"
          className={iconLink}
        >
          <SquareArrowOutUpRight aria-hidden="true" className="size-4.5" />
        </a>
      )}
      <RowLinks table={table} row={row} name={name} />
      {!schema.verbs.update && (
        <IconButton label={`View ${name}`} onClick={() => openDialog({ kind: 'details', row })}>
          <Eye aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      {schema.verbs.update && (
        <IconButton label={`Edit ${name}`} onClick={() => openDialog({ kind: 'edit', row })}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      <IconButton label={`History of ${name}`} onClick={() => openDialog({ kind: 'history', row })}>
        <History aria-hidden="true" className="size-4.5" />
      </IconButton>
      {schema.verbs.delete && (
        <IconButton label={`Delete ${name}`} onClick={() => openDialog({ kind: 'delete', row })} isDanger>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </div>
  );
}

function RowLinks({ table, row, name }: Pick<RowActionsProps, 'table' | 'row'> & { name: string }) {
  const navigate = useNavigate();
  return rowLinks(table, row).map(({ to, label, icon: Icon, isAction }) =>
    isAction ? (
      <IconButton key={label} label={`${label} ${name}`} onClick={() => void navigate(to)}>
        <Icon aria-hidden="true" className="size-4.5" />
      </IconButton>
    ) : (
      <Link key={label} to={to} aria-label={`${label} ${name}`} title={label} className={iconLink}>
        <Icon aria-hidden="true" className="size-4.5" />
      </Link>
    ),
  );
}
