import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { IconButton, SmallButton } from '../../../ui/small-button.tsx';
import { savedView, savedViews } from './calls.ts';
import type { SavedView } from './contract.server.ts';
import { viewsQuery } from './queries.ts';
import { NameForm } from './view-name-form.tsx';

interface SavedViewsDialogProps {
  table: string;
  /** The current view, as the query of its URL. */
  query: string;
  onClose(): void;
}

export function SavedViewsDialog({ table, query, onClose }: SavedViewsDialogProps) {
  const client = useQueryClient();
  const listQuery = viewsQuery(table);
  const { data, error, refetch } = useQuery(listQuery);
  const write = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => void client.invalidateQueries(listQuery),
  });
  const views = data?.data;
  return (
    <Dialog title="Saved views" onClose={onClose}>
      <div className="grid gap-5">
        {error && (
          <div className="grid justify-items-start gap-3">
            <ErrorAlert>{error.message}</ErrorAlert>
            <SmallButton onClick={() => void refetch()}>Retry</SmallButton>
          </div>
        )}
        {write.error && <ErrorAlert>{write.error.message}</ErrorAlert>}
        {views?.length === 0 && (
          <p className="text-slate">No views yet. Save what you see now to come back to it.</p>
        )}
        {views && views.length > 0 && (
          <ul aria-label="Views" className="divide-y divide-dune/70">
            {views.map((view) => (
              <View key={view.id} view={view} write={write.mutate} onClose={onClose} />
            ))}
          </ul>
        )}
        <NameForm
          label="Save what you see as"
          button="Save view"
          isBusy={write.isPending}
          save={(name, onStored) =>
            write.mutate(() => savedViews.add({ json: { table, name, query } }), { onSuccess: onStored })
          }
        />
      </div>
    </Dialog>
  );
}

interface ViewProps {
  view: SavedView;
  write(call: () => Promise<unknown>, options?: { onSuccess(): void }): void;
  onClose(): void;
}

function View({ view, write, onClose }: ViewProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, table, name, query } = view;
  const params = new URLSearchParams(query);
  params.set('table', table);
  if (isRenaming) {
    return (
      <li className="py-2">
        <NameForm
          label={`New name of ${name}`}
          button="Rename"
          initial={name}
          save={(next) =>
            write(() => savedView.change({ id, json: { table, name: next, query } }), {
              onSuccess: () => setIsRenaming(false),
            })
          }
        />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 py-1.5">
      <Link
        to={`/admin?${params}`}
        onClick={onClose}
        className="min-w-0 grow py-2 font-semibold wrap-anywhere text-gulf underline"
      >
        {name}
      </Link>
      <IconButton label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton label={`Delete the view ${name}`} onClick={() => write(() => savedView.remove({ id }))}>
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </li>
  );
}
