import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { invalidateData, schemaQuery } from '../../admin/calls/queries.ts';
import { EditDialog } from '../../admin/edit/edit-dialog.tsx';
import { ExampleMark } from '../../admin/grid/example-mark.tsx';
import { fieldTitle } from '../../admin/schema/field-kind.ts';
import { cellText, rowLabel } from '../../admin/schema/format-value.ts';
import type { Row, TableForm } from '../../admin/schema/table.ts';
import { rowsOfHomeQuery } from './queries.ts';

interface RowsOfHomeProps {
  table: string;
  homeId: string;
}

/** The rows of a table that belong to a home, each edited in its own form; a new one is the home's. */
export function RowsOfHome({ table, homeId }: RowsOfHomeProps) {
  const client = useQueryClient();
  const schema = useQuery(schemaQuery(table));
  const rows = useQuery(rowsOfHomeQuery(table, homeId));
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  if (!schema.data) return null;
  const { title, verbs } = schema.data;
  return (
    <div className="mt-6 border-t border-dune pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-sans text-lg font-semibold tracking-normal text-deep">{title}</h3>
        {verbs.create && (
          <SmallButton className="min-h-11" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4" />
            Add<span className="unseen"> to {title}</span>
          </SmallButton>
        )}
      </div>
      <Loaded query={rows} pending={<Spinner label={`Loading ${title}...`} />} reloadError="above">
        {({ data }) =>
          data.length === 0 ? (
            <p className="mt-1 text-slate">
              None for this home alone.{' '}
              <Link to={`/admin?table=${table}`} className="text-gulf underline">
                All of {title}
              </Link>
            </p>
          ) : (
            <ul className="mt-1 divide-y divide-dune/70">
              {data.map((row) => (
                <RowLine key={row.id} schema={schema.data} row={row} edit={() => setEdited(row)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <EditDialog
          table={table}
          schema={schema.data}
          row={edited === 'new' ? null : edited}
          initial={{ property_id: homeId }}
          onSaved={() => {
            setEdited(null);
            void invalidateData(client);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

const maxFacts = 4;
const leftOut =
  /^(id|property_id|created_at|updated_at|position|priority|is_example|(first|last)_night)$|html|url/;

/** `July 1, 2027 to August 15, 2027`, or what is set of it; '' for a row that has no nights. */
function nightsText({ first_night: first, last_night: last }: Row): string {
  const [from, until] = [first, last].map((night) => (typeof night === 'string' ? formatDate(night) : ''));
  if (from && until) return `${from} to ${until}`;
  return (from && `From ${from}`) || (until && `Until ${until}`) || '';
}

/** `July 1, 2027 to August 15, 2027 · Price of a night $299.00`. */
function factsText(schema: TableForm, row: Row): string {
  const facts = Object.entries(schema.properties).flatMap(([name, field]) => {
    const text =
      name === schema.label || leftOut.test(name) ? '' : cellText({ name, field, row, labels: {} });
    return text ? [`${fieldTitle(name, field)} ${text}`] : [];
  });
  return [nightsText(row), ...facts].filter(Boolean).slice(0, maxFacts).join(' · ');
}

function RowLine({ schema, row, edit }: { schema: TableForm; row: Row; edit(): void }) {
  const label = rowLabel(schema.label, row);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <p className="min-w-0 grow basis-60 wrap-anywhere">
        <span className="font-semibold text-ink">{label}</span> {row.is_example === true && <ExampleMark />}
        <span className="block text-sm text-slate tabular-nums">{factsText(schema, row)}</span>
      </p>
      <SmallButton className="min-h-11" onClick={edit}>
        Edit<span className="unseen">: {label}</span>
      </SmallButton>
    </li>
  );
}
