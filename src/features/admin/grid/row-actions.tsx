import { Eye, History, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/small-button.tsx';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, TableForm } from '../schema/table.ts';

/** What may be open over a table. */
export type DialogState =
  | { what: 'add' | 'import' | 'columns' | 'views' | 'bulkEdit' | 'bulkDelete' }
  | { what: 'edit' | 'details' | 'history' | 'delete'; row: Row };

export type Open = (opened: DialogState) => void;

/** The address of a row on the site; `null` when it has none. */
export function previewUrl(schema: TableForm, row?: Row): string | null {
  if (!schema.preview) return null;
  let isWhole = true;
  const path = schema.preview.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = row?.[name];
    if (value === undefined || value === null || value === '') isWhole = false;
    return encodeURIComponent(String(value));
  });
  return isWhole ? path : null;
}

/** What can be done with one row. */
export function RowActions({ schema, row, open }: { schema: TableForm; row: Row; open: Open }) {
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
          className="grid size-9 shrink-0 place-items-center rounded-lg text-gulf hover:bg-mist hover:text-deep"
        >
          <SquareArrowOutUpRight aria-hidden="true" className="size-4.5" />
        </a>
      )}
      {!schema.verbs.update && (
        <IconButton label={`View ${name}`} onClick={() => open({ what: 'details', row })}>
          <Eye aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      {schema.verbs.update && (
        <IconButton label={`Edit ${name}`} onClick={() => open({ what: 'edit', row })}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      <IconButton label={`History of ${name}`} onClick={() => open({ what: 'history', row })}>
        <History aria-hidden="true" className="size-4.5" />
      </IconButton>
      {schema.verbs.delete && (
        <IconButton
          label={`Delete ${name}`}
          onClick={() => open({ what: 'delete', row })}
          className="text-danger hover:bg-peach hover:text-danger"
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </div>
  );
}
