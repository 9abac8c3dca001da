import { useId, useState } from 'react';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { RetryAlert } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Media } from '../contract.server.ts';
import type { ChosenMedia, MediaKind } from '../media.ts';
import { UploadControl } from '../uploads/upload-control.tsx';
import { LibrarySearch } from './library-search.tsx';
import { MediaThumb } from './thumbnail.tsx';
import { useLibrary } from './use-library.ts';

interface MediaPickerProps {
  /** The kind that fits; by default images and videos. */
  kind?: 'image' | 'file';
  /** A file that is uploaded right away, then picked. */
  file?: File;
  onPick(chosen: ChosenMedia): void;
  onClose(): void;
}

const titles = { image: 'Choose a picture', file: 'Choose a file' };
const uploads = { image: 'Upload a picture', file: 'Upload a file' };

/** Chooses an upload, or uploads it first. */
export function MediaPicker({ kind, file, onPick, onClose }: MediaPickerProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [kindFilter, setKindFilter] = useState<MediaKind | ''>(kind ?? '');
  const [initialFiles] = useState(file ? [file] : undefined);
  const library = useLibrary({ search, kind: kindFilter || undefined });
  const matching = library.list?.filter((one) => kind === undefined || one.kind === kind) ?? [];
  return (
    <Dialog title={kind ? titles[kind] : 'Choose from the library'} size="wide" onClose={onClose}>
      <div className="grid gap-4" onPaste={(event) => event.stopPropagation()}>
        <UploadControl
          kind={kind ?? 'media'}
          label={kind ? uploads[kind] : 'Upload a picture or video'}
          files={initialFiles}
          onUploaded={onPick}
        />
        <LibrarySearch
          id={id}
          search={search}
          kind={kindFilter}
          onSearch={setSearch}
          onKind={kind === undefined ? setKindFilter : undefined}
        />
        {library.failure && <RetryAlert error={{ message: library.failure }} retry={library.reload} />}
        {library.list === null && library.isLoading && <Spinner />}
        <p role="status" className={library.list && matching.length === 0 ? 'text-slate' : 'unseen'}>
          {library.list && (matching.length === 0 ? 'Nothing found' : `${library.total} found`)}
        </p>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {matching.map((media) => (
            <li key={media.id}>
              <PickButton media={media} onPick={() => onPick({ url: media.url, media })} />
            </li>
          ))}
        </ul>
        <LoadMore list={library} />
      </div>
    </Dialog>
  );
}

function PickButton({ media, onPick }: { media: Media; onPick(): void }) {
  return (
    <button
      type="button"
      onClick={onPick}
      className="block w-full overflow-hidden rounded-xl border border-dune text-left hover:border-gulf hover:bg-mist"
    >
      <span className="block aspect-4/3 bg-sand">
        <MediaThumb media={media} />
      </span>
      <span className="block px-2 py-1.5 text-sm wrap-anywhere">
        <span className="line-clamp-2">{media.alt || media.originalName}</span>
        {media.status === 'failed' && <span className="block text-danger">{media.error}</span>}
      </span>
    </button>
  );
}
