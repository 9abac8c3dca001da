import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { ChosenMedia, Media, MediaKind } from '../media.ts';
import { UploadControl } from '../uploads/upload-control.tsx';
import { LibrarySearch } from './library-search.tsx';
import { MediaThumb } from './thumbnail.tsx';
import { useLibrary } from './use-library.ts';

interface MediaPickerProps {
  /** The one kind that fits; without it pictures and videos do. */
  kind?: MediaKind;
  /** Uploaded at once and picked when it has arrived. */
  file?: File;
  onPick(chosen: ChosenMedia): void;
  onClose(): void;
}

const titles = { image: 'Choose a picture', video: 'Choose a video', file: 'Choose a file' };
const uploads = { image: 'Upload a picture', video: 'Upload a video', file: 'Upload a file' };

/**
 * Chooses something of the media library, or uploads it first. It stands outside of the form it was opened from, which Enter
 * in its search would send otherwise.
 */
export function MediaPicker({ kind, file, onPick, onClose }: MediaPickerProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<MediaKind | ''>(kind ?? '');
  const [dropped] = useState(file ? [file] : undefined);
  const library = useLibrary({ search, kind: asked || undefined });
  const fitting = library.list?.filter((one) => kind === undefined || one.kind === kind) ?? [];
  return createPortal(
    <Dialog title={kind ? titles[kind] : 'Choose from the library'} size="wide" onClose={onClose}>
      <div className="grid gap-4" onPaste={(event) => event.stopPropagation()}>
        <UploadControl
          kind={kind === 'file' ? 'file' : 'media'}
          label={kind ? uploads[kind] : 'Upload a picture or video'}
          files={dropped}
          onUploaded={(chosen) => (fits(chosen, kind) ? onPick(chosen) : library.reload())}
        />
        <LibrarySearch
          id={id}
          search={search}
          kind={asked}
          onSearch={setSearch}
          onKind={kind === undefined ? setAsked : undefined}
        />
        {library.failure && (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
            {library.failure}
            <Button look="quiet" onClick={library.reload}>
              Retry
            </Button>
          </div>
        )}
        {library.list === null && library.isLoading && <Spinner />}
        <p role="status" className={library.list && fitting.length === 0 ? 'text-slate' : 'unseen'}>
          {library.list && (fitting.length === 0 ? 'Nothing found' : `${library.total} found`)}
        </p>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {fitting.map((media) => (
            <li key={media.id}>
              <PickButton media={media} onPick={() => onPick({ url: media.url, media })} />
            </li>
          ))}
        </ul>
        {library.hasMore && (
          <Button look="quiet" disabled={library.isLoading} onClick={library.loadMore}>
            Show more
          </Button>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}

/** Whether an upload is of the kind that was wanted; the server has checked one of which nothing is known. */
const fits = ({ media }: ChosenMedia, kind: MediaKind | undefined): boolean =>
  kind === undefined || media === null || media.kind === kind;

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
      <span className="line-clamp-2 px-2 py-1.5 text-sm wrap-anywhere">
        {media.alt || media.originalName}
      </span>
    </button>
  );
}
