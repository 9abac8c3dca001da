import { File as FileIcon, RotateCw, X } from 'lucide-react';
import type { Upload } from './use-uploads.ts';

const buttonClass =
  'grid size-11 shrink-0 place-items-center rounded-full text-slate hover:bg-mist hover:text-deep';

/** Shows the progress of an upload, or why it failed. */
export function UploadRow({ upload, remove, retry }: { upload: Upload; remove(): void; retry(): void }) {
  const { file, part, preview, error } = upload;
  const percent = Math.round(part * 100);
  return (
    <li className="flex items-center gap-3 rounded-xl border border-dune bg-white p-2">
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-sand text-slate">
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon aria-hidden="true" className="size-5" />
        )}
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{file.name}</p>
        {error === undefined ? (
          <div className="flex items-center gap-2 text-sm text-slate">
            <progress
              max={1}
              value={part}
              aria-label={`Upload of ${file.name}`}
              className="h-2 min-w-0 grow accent-gulf"
            />
            <span className="tabular-nums">{percent < 100 ? `${percent}%` : 'Finishing...'}</span>
          </div>
        ) : (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      {error !== undefined && (
        <button
          type="button"
          aria-label={`Upload ${file.name} again`}
          onClick={retry}
          className={buttonClass}
        >
          <RotateCw aria-hidden="true" className="size-5" />
        </button>
      )}
      <button
        type="button"
        aria-label={error === undefined ? `Cancel the upload of ${file.name}` : `Dismiss ${file.name}`}
        onClick={remove}
        className={buttonClass}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
