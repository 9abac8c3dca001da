import { formatDateTime } from '../../../shared/dates.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import type { TableForm, Value } from '../schema/table.ts';
import type { HistoryAction, HistoryEntry, VersionSide } from './contract.server.ts';
import { ValueDiff } from './value-diff.tsx';

export interface Version {
  entry: string;
  side: VersionSide;
}

const restoreLabel: Record<VersionSide, string> = {
  after: 'Restore this version',
  before: 'Restore as it was before this change',
};

const actionLabel: Record<HistoryAction, string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  import: 'Imported',
};

interface RestoreButtonProps {
  entry: HistoryEntry;
  side: VersionSide;
  running: Version | undefined;
  restore(version: Version): void;
}

export const RestoreButton = ({ entry, side, running, restore }: RestoreButtonProps) => (
  <SmallButton disabled={running !== undefined} onClick={() => restore({ entry: entry.id, side })}>
    {running?.entry === entry.id && running.side === side ? 'Restoring...' : restoreLabel[side]}
    <span className="unseen">{` of ${formatDateTime(entry.at)}`}</span>
  </SmallButton>
);

export function Entry({ entry, schema }: { entry: HistoryEntry; schema: TableForm }) {
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
