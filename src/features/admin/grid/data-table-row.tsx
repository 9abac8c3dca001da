import { memo } from 'react';
import { Choice } from '../../../ui/forms/choice.tsx';
import type { RowPage } from '../calls/contract.server.ts';
import { type FieldKind, fieldKind, fieldTitle } from '../schema/field-kind.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row } from '../schema/table.ts';
import { Cell } from './cell.tsx';
import type { DataListProps } from './data-list.ts';
import { ExampleMark } from './example-mark.tsx';
import { RowActions } from './row-actions.tsx';
import { TruncatedCell } from './truncated-cell.tsx';

const body = 'max-w-96 border-b border-dune/60 px-3 py-2 align-middle';

export interface DataRowProps
  extends Pick<DataListProps, 'table' | 'schema' | 'columns' | 'isSelectable' | 'select' | 'openDialog'> {
  row: Row;
  labels: RowPage['labels'];
  isSelected: boolean;
}

/** The props of a row, which is a line of the table or a card. */
export const toRowProps = (
  { table, schema, columns, isSelectable, select, openDialog, page, selected }: DataListProps,
  row: Row,
): DataRowProps => ({
  table,
  schema,
  columns,
  isSelectable,
  select,
  openDialog,
  row,
  labels: page.labels,
  isSelected: selected.has(row.id),
});

export const DataTableRow = memo(function DataTableRow(props: DataRowProps) {
  const { row, table, schema, labels, columns, isSelected, isSelectable, select, openDialog } = props;
  const ground = isSelected ? 'bg-mist' : 'bg-white group-hover:bg-shell';
  const pinned = `sticky ${isSelectable ? 'left-11' : 'left-0'} font-semibold shadow-[1px_0_0] shadow-dune max-lg:max-w-48`;
  return (
    <tr className="group">
      {isSelectable && (
        <td className={`${body} ${ground} sticky left-0 w-11 min-w-11`}>
          <SelectBox row={row} schema={schema} isSelected={isSelected} select={select} />
        </td>
      )}
      {columns.map((name, index) => {
        const field = schema.properties[name];
        if (!field) return null;
        const kind = fieldKind(name, field);
        const { length } = String(row[name] ?? '');
        return (
          <td
            key={name}
            className={`${body} ${ground} ${columnWidth(kind, length)} ${index === 0 ? pinned : ''}`}
          >
            {kind === 'picture' || length <= maxShortLength ? (
              <Cell name={name} field={field} row={row} labels={labels} />
            ) : (
              <TruncatedCell
                name={name}
                field={field}
                row={row}
                labels={labels}
                label={`${fieldTitle(name, field)}, ${rowLabel(schema.label, row)}`}
                showAll={() => openDialog({ kind: 'details', row })}
              />
            )}
            {index === 0 && row.is_example === true && (
              <p className="mt-1">
                <ExampleMark />
              </p>
            )}
          </td>
        );
      })}
      <td className={`${body} ${ground} sticky right-0 py-1 shadow-[-1px_0_0] shadow-dune`}>
        <RowActions table={table} schema={schema} row={row} openDialog={openDialog} />
      </td>
    </tr>
  );
});

const minWideLength = 37;

/** Texts up to this length fit into every cell. */
const maxShortLength = 16;

function columnWidth(kind: FieldKind, length: number): string {
  if (kind !== 'text' && kind !== 'rich' && kind !== 'reference') return '';
  return length >= minWideLength ? 'min-w-40 lg:min-w-72' : 'min-w-40';
}

export function SelectBox(props: Pick<DataRowProps, 'row' | 'schema' | 'isSelected' | 'select'>) {
  const { row, schema, isSelected, select } = props;
  return (
    <Choice type="checkbox" checked={isSelected} onChange={() => select([row.id], !isSelected)}>
      <span className="unseen">{`Select ${rowLabel(schema.label, row)}`}</span>
    </Choice>
  );
}
