import { useId, useState } from 'react';
import { Choice } from '../../../ui/forms/choice.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { RetryAlert } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import type { LibraryMedia } from '../contract.server.ts';
import type { MediaKind } from '../media.ts';
import { UploadControl } from '../uploads/upload-control.tsx';
import { usePastedFiles } from '../uploads/use-pasted-files.ts';
import type { SaveAlt } from './alt-field.tsx';
import { DeleteUnused } from './delete-unused.tsx';
import { LibrarySearch } from './library-search.tsx';
import { MediaCard } from './media-card.tsx';
import { useLibrary } from './use-library.ts';

/** All uploads, where each is used, and the deletion of those that nothing uses. */
export function MediaLibrary({ saveAlt }: { saveAlt: SaveAlt }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<MediaKind | ''>('');
  const [unused, setUnused] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [status, setStatus] = useState('');
  const library = useLibrary({ search, kind: kind || undefined, unused });
  const { files, onPaste } = usePastedFiles(true);
  const list = library.list ?? [];

  function select(media: LibraryMedia, isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(media.id);
    else next.delete(media.id);
    setSelected(next);
  }
  function showDeleted(count: number) {
    setStatus(`${count} deleted`);
    setSelected(new Set());
    library.reload();
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
        <Choice type="checkbox" checked={unused} onChange={(event) => setUnused(event.target.checked)}>
          Unused only
        </Choice>
        <p role="status" className="text-slate">
          {status || (library.list ? `${library.total.toLocaleString('en-US')} in the library` : '')}
        </p>
        <DeleteUnused selected={list.filter((one) => selected.has(one.id))} onDeleted={showDeleted} />
      </div>
      {library.failure && <RetryAlert error={{ message: library.failure }} retry={library.reload} />}
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
      <LoadMore list={library} className="justify-self-center" />
    </div>
  );
}
