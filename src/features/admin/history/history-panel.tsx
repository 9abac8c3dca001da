import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/dates.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { adminClient } from '../client.ts';
import { historyQuery } from '../queries.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import type {
  HistoryAction,
  HistoryEntry,
  Row,
  RowId,
  TableForm,
  Value,
  VersionSide,
} from '../schema/table.ts';
import { Dialog } from '../shell/dialog.tsx';
import { ValueDiff } from './value-diff.tsx';

interface HistoryPanelProps {
  table: string;
  id: RowId;
  schema: TableForm;
  onRestored(row: Row): void;
  onClose(): void;
}

interface Version {
  entry: string;
  side: VersionSide;
}

const actionLabel: Record<HistoryAction, string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  import: 'Imported',
};

const restoreLabel: Record<VersionSide, string> = {
  after: 'Restore this version',
  before: 'Restore as it was before this change',
};

/** The versions of an entry that can be restored: not the current one, and none where there was no row. */
function restorableSides({ action }: HistoryEntry, isNewest: boolean): VersionSide[] {
  if (action === 'delete') return [];
  if (action === 'create') return isNewest ? [] : ['after'];
  return isNewest ? ['before'] : ['after', 'before'];
}

export function HistoryPanel({ table, id, schema, onRestored, onClose }: HistoryPanelProps) {
  const { data, error, refetch } = useQuery(historyQuery(table, id));
  const restoring = useMutation({
    mutationFn: (version: Version) => adminClient().restoreVersion(table, id, version),
    onSuccess: onRestored,
  });
  return (
    <Dialog
      title="History"
      size="wide"
      onClose={onClose}
      footer={
        <>
          {restoring.error && (
            <p role="alert" className="grow text-danger">
              {restoring.error.message}
            </p>
          )}
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {error.message}
          <Button look="quiet" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : !data ? (
        <Spinner />
      ) : data.data.length === 0 ? (
        <p className="text-slate">Nothing has been changed since this item was made.</p>
      ) : (
        <ol className="grid gap-4">
          {data.data.map((entry, index) => (
            <li key={entry.id} className="rounded-xl border border-dune p-3 sm:p-4">
              <Entry entry={entry} schema={schema} />
              <div className="mt-3 flex flex-wrap items-center gap-2">
                {index === 0 && <p className="mr-2 text-sm text-slate">This is how it is now.</p>}
                {schema.verbs.update &&
                  restorableSides(entry, index === 0).map((side) => (
                    <RestoreButton
                      key={side}
                      entry={entry}
                      side={side}
                      running={restoring.isPending ? restoring.variables : undefined}
                      restore={restoring.mutate}
                    />
                  ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface RestoreButtonProps {
  entry: HistoryEntry;
  side: VersionSide;
  running: Version | undefined;
  restore(version: Version): void;
}

const RestoreButton = ({ entry, side, running, restore }: RestoreButtonProps) => (
  <SmallButton disabled={running !== undefined} onClick={() => restore({ entry: entry.id, side })}>
    {running?.entry === entry.id && running.side === side ? 'Restoring...' : restoreLabel[side]}
    <span className="unseen">{` of ${formatDateTime(entry.at)}`}</span>
  </SmallButton>
);

function Entry({ entry, schema }: { entry: HistoryEntry; schema: TableForm }) {
  const changes = Object.entries(entry.changes);
  return (
    <>
      <h3 className="font-sans text-base font-semibold wrap-anywhere">{`${actionLabel[entry.action]} by ${entry.by}`}</h3>
      <p className="text-sm text-slate">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </p>
      {changes.length > 0 && (
        <dl className="mt-3 grid gap-3">
          {changes.map(([name, change]) => (
            <Change
              key={name}
              {...change}
              name={name}
              field={schema.properties[name]}
              isNew={entry.action === 'create'}
            />
          ))}
        </dl>
      )}
    </>
  );
}

interface ChangeProps {
  name: string;
  field: FieldSchema | undefined;
  before: Value;
  after: Value;
  isNew: boolean;
}

function Change({ name, field, before = null, after = null, isNew }: ChangeProps) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
      <dt className="font-medium wrap-anywhere">{fieldTitle(name, field)}</dt>
      <dd className={`grid min-w-0 gap-2 ${isNew ? '' : 'sm:grid-cols-2'}`}>
        {!isNew && (
          <div className="min-w-0 rounded-lg bg-sand p-2">
            <p className="text-xs text-slate">Before</p>
            <ValueDiff name={name} field={field} value={before} other={after} />
          </div>
        )}
        <div className="min-w-0 rounded-lg bg-mist p-2">
          {!isNew && <p className="text-xs text-slate">After</p>}
          <ValueDiff name={name} field={field} value={after} other={isNew ? undefined : before} />
        </div>
      </dd>
    </div>
  );
}
