import { memo } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import type { SortBy } from '../query/url-state.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import { rowLabel } from '../schema/format-value.ts';
import { Cell } from './cell.tsx';
import type { DataListProps } from './data-list.ts';
import { type DataRowProps, SelectBox, toRowProps } from './data-table-row.tsx';
import { ExampleMark } from './example-mark.tsx';
import { RowActions } from './row-actions.tsx';

/** Fields on a card beside its name; the details dialog shows the others. */
const maxFields = 4;

/** Rows as cards, for windows too narrow for a table. */
export function DataCards(props: DataListProps) {
  const { schema, page, isStale } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SortSelect {...props} />
      <ul
        aria-label={`Rows of ${schema.title}`}
        aria-busy={isStale}
        className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${isStale ? 'opacity-55' : ''}`}
      >
        {page.data.map((row) => (
          <Card key={row.id} {...toRowProps(props, row)} />
        ))}
      </ul>
    </div>
  );
}

const Card = memo(function Card(props: DataRowProps) {
  const { row, table, schema, columns, labels, isSelected, isSelectable, select, openDialog } = props;
  const fields = columns.slice(1, 1 + maxFields);
  return (
    <li className={`rounded-xl border p-4 ${isSelected ? 'border-lagoon bg-mist' : 'border-dune bg-white'}`}>
      <div className="flex items-start gap-3">
        {isSelectable && <SelectBox row={row} schema={schema} isSelected={isSelected} select={select} />}
        <h3 className="line-clamp-2 min-w-0 pt-2.5 font-sans font-semibold tracking-normal wrap-anywhere text-deep">
          {rowLabel(schema.label, row)}
        </h3>
        {row.is_example === true && (
          <p className="mt-2 ml-auto shrink-0">
            <ExampleMark />
          </p>
        )}
      </div>
      <dl className="mt-2 grid grid-cols-[minmax(5.5rem,2fr)_minmax(0,5fr)] gap-x-3 gap-y-1.5 text-sm">
        {fields.map((name) => {
          const field = schema.properties[name];
          return (
            field && (
              <div key={name} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-slate wrap-anywhere">{fieldTitle(name, field)}</dt>
                <dd className="min-w-0">
                  <Cell name={name} field={field} row={row} labels={labels} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <button
          type="button"
          onClick={() => openDialog({ kind: 'details', row })}
          className="min-h-9 text-sm font-semibold text-gulf underline"
        >
          All fields<span className="unseen">{` of ${rowLabel(schema.label, row)}`}</span>
        </button>
        <RowActions table={table} schema={schema} row={row} openDialog={openDialog} />
      </div>
    </li>
  );
});

function SortSelect({ schema, columns, sort, sortBy }: DataListProps) {
  const sortable = columns.filter((name) => schema.properties[name]?.type !== 'array');
  const change = (field: string, descending: boolean): SortBy | null =>
    field ? { field, descending } : null;
  return (
    <div className="flex items-center gap-2">
      <Field id="sort" label="Sort by" size="inline" className="grow">
        {(control) => (
          <select
            {...control}
            value={sort?.field ?? ''}
            onChange={(event) => sortBy(change(event.target.value, sort?.descending ?? false))}
            className={`${control.className} grow`}
          >
            <option value="">As usual</option>
            {sortable.map((name) => (
              <option key={name} value={name}>
                {fieldTitle(name, schema.properties[name])}
              </option>
            ))}
          </select>
        )}
      </Field>
      {sort && (
        <select
          aria-label="Direction"
          value={sort.descending ? 'desc' : 'asc'}
          onChange={(event) => sortBy(change(sort.field, event.target.value === 'desc'))}
          className="control-small shrink-0"
        >
          <option value="asc">Upwards</option>
          <option value="desc">Downwards</option>
        </select>
      )}
    </div>
  );
}
