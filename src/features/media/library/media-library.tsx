import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { mediaClient } from '../client.ts';
import type { LibraryMedia, MediaKind } from '../media.ts';
import { UploadControl } from '../uploads/upload-control.tsx';
import { usePastedFiles } from '../uploads/use-pasted-files.ts';
import type { SaveAlt } from './alt-field.tsx';
import { LibrarySearch } from './library-search.tsx';
import { MediaCard } from './media-card.tsx';
import { useLibrary } from './use-library.ts';

/** Everything that was uploaded: what it shows, where it is used, and the way to be rid of what is not. */
export function MediaLibrary({ saveAlt }: { saveAlt: SaveAlt }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<MediaKind | ''>('');
  const [unused, setUnused] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState('');
  const library = useLibrary({ search, kind: kind || undefined, unused });
  const { files, onPaste } = usePastedFiles(true);
  const list = library.list ?? [];
  const chosen = list.filter((one) => selected.has(one.id));
  const deletable = chosen.filter(({ uses }) => uses === 0);

  function select(media: LibraryMedia, isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(media.id);
    else next.delete(media.id);
    setSelected(next);
  }
  async function deleteUnused() {
    setBusy(true);
    setFailure('');
    try {
      const deleted = await mediaClient().deleteUnused(deletable.map((one) => one.id));
      setSaid(`${deleted} deleted`);
      setSelected(new Set());
      library.reload();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Failed to delete');
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <div className="grid min-w-0 gap-4" onPaste={onPaste}>
      <UploadControl
        kind="media"
        label="Upload pictures or videos"
        multiple
        files={files}
        onUploaded={({ media }) => (media ? library.add(media) : library.reload())}
      />
      <LibrarySearch id={id} search={search} kind={kind} onSearch={setSearch} onKind={setKind} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={unused}
            onChange={(event) => setUnused(event.target.checked)}
            className="size-5 accent-gulf"
          />
          Unused only
        </label>
        <p role="status" className="text-slate">
          {said || (library.list ? `${library.total.toLocaleString('en-US')} in the library` : '')}
        </p>
        <SmallButton
          disabled={deletable.length === 0 || busy}
          onClick={() => setAsking(true)}
          className="ml-auto text-danger"
        >
          <Trash2 aria-hidden="true" className="size-4" />
          {deletable.length > 0 ? `Delete unused (${deletable.length})` : 'Delete unused'}
        </SmallButton>
      </div>
      {chosen.length > deletable.length && (
        <p className="text-sm text-slate">
          {`${chosen.length - deletable.length} of the selected are in use and stay.`}
        </p>
      )}
      {(failure || library.failure) && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {failure || library.failure}
          {library.failure && (
            <Button look="quiet" onClick={library.reload}>
              Retry
            </Button>
          )}
        </div>
      )}
      {library.list === null && library.isLoading && <Spinner />}
      {library.list?.length === 0 && <p className="py-10 text-center text-slate">Nothing found</p>}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {list.map((media) => (
          <MediaCard
            key={media.id}
            media={media}
            isSelected={selected.has(media.id)}
            onSelect={(isSelected) => select(media, isSelected)}
            onAlt={(alt) => library.change(media.id, { alt })}
            saveAlt={saveAlt}
          />
        ))}
      </ul>
      {library.hasMore && (
        <Button
          look="quiet"
          disabled={library.isLoading}
          onClick={library.loadMore}
          className="justify-self-center"
        >
          Show more
        </Button>
      )}
      {asking && (
        <Confirm
          title="Delete unused files?"
          yes={busy ? 'Deleting...' : 'Delete'}
          busy={busy}
          onYes={() => void deleteUnused()}
          onNo={() => setAsking(false)}
        >
          {deletable.length === 1 ? 'One item' : `${deletable.length} items`} will no longer be in the
          library.
        </Confirm>
      )}
    </div>
  );
}
