import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { IconButton, inputClass, SmallButton } from '../../../ui/small-button.tsx';
import { adminClient } from '../client.ts';
import type { SavedView } from '../schema/table.ts';

interface SavedViewsProps {
  table: string;
  /** What is in view now, as the search part of its address. */
  query: string;
  onClose(): void;
}

/** Lists that the hosts come back to, shared among them. */
export function SavedViews({ table, query, onClose }: SavedViewsProps) {
  const { value, failure, refresh, retry } = useQuery(table, (signal) =>
    adminClient().views(table, { signal }),
  );
  const [problem, setProblem] = useState('');
  const views = value?.data;

  async function work(call: () => Promise<unknown>): Promise<void> {
    setProblem('');
    try {
      await call();
      refresh();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <Dialog title="Saved views" onClose={onClose}>
      <div className="grid gap-5">
        {failure && (
          <div className="grid justify-items-start gap-3">
            <ErrorAlert>{failure.message}</ErrorAlert>
            <SmallButton onClick={retry}>Retry</SmallButton>
          </div>
        )}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        {views?.length === 0 && (
          <p className="text-slate">No views yet. Save what you see now to come back to it.</p>
        )}
        {views && views.length > 0 && (
          <ul aria-label="Views" className="divide-y divide-dune/70">
            {views.map((view) => (
              <View key={view.id} view={view} work={work} onClose={onClose} />
            ))}
          </ul>
        )}
        <NameForm
          label="Save what you see as"
          button="Save view"
          save={(name) => work(() => adminClient().saveView({ table, name, query }))}
        />
      </div>
    </Dialog>
  );
}

interface ViewProps {
  view: SavedView;
  work(call: () => Promise<unknown>): Promise<void>;
  onClose(): void;
}

function View({ view, work, onClose }: ViewProps) {
  const [renaming, setRenaming] = useState(false);
  const { id, table, name, query } = view;
  const address = new URLSearchParams(query);
  address.set('table', table);
  if (renaming) {
    return (
      <li className="py-2">
        <NameForm
          label={`New name of ${name}`}
          button="Rename"
          from={name}
          save={async (next) => {
            await work(() => adminClient().changeView({ ...view, name: next }));
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 py-1.5">
      <Link
        to={`/admin?${address}`}
        onClick={onClose}
        className="min-w-0 grow py-2 font-semibold wrap-anywhere text-gulf underline"
      >
        {name}
      </Link>
      <IconButton label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={`Delete the view ${name}`}
        onClick={() => void work(() => adminClient().removeView(id))}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </li>
  );
}

interface NameFormProps {
  label: string;
  button: string;
  from?: string;
  save(name: string): Promise<void>;
}

function NameForm({ label, button, from = '', save }: NameFormProps) {
  const [name, setName] = useState(from);
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        setBusy(true);
        await save(name.trim());
        setBusy(false);
        setName('');
      }}
      className="grid gap-1.5"
    >
      <label className="grid gap-1.5 font-semibold">
        {label}
        <input
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          className={`${inputClass} font-normal`}
        />
      </label>
      <Button
        type="submit"
        look="secondary"
        disabled={busy || name.trim() === ''}
        className="mt-1.5 justify-self-start"
      >
        {button}
      </Button>
    </form>
  );
}
