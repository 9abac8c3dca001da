import { Upload as UploadIcon } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { acceptedTypes, type ChosenMedia, type UploadKind, uploadLimits } from '../media.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

interface UploadControlProps {
  kind: UploadKind;
  label: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Files to upload right away, such as a pasted one. */
  files?: readonly File[];
  onUploaded(chosen: ChosenMedia): void;
  onBusy?(isBusy: boolean): void;
}

/** Takes files by button, drop and paste, and shows the progress of each. */
export function UploadControl(props: UploadControlProps) {
  const { kind, multiple = false, disabled = false, files, onUploaded, onBusy } = props;
  const { uploads, status, isBusy, start, remove, retry } = useUploads(kind, onUploaded);
  const started = useRef<readonly File[]>(undefined);

  const take = (list: Iterable<File> | null | undefined) => {
    const accepted = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (accepted.length > 0 && !disabled) void start(accepted);
    return accepted.length > 0;
  };
  useEffect(() => {
    if (started.current === files) return;
    started.current = files;
    take(files);
  });
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);

  function paste(event: ClipboardEvent) {
    if (!take(event.clipboardData.files)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="grid gap-3" onPaste={paste}>
      <DropZone {...props} take={take} />
      {uploads.length > 0 && (
        <ul className="grid gap-2" aria-label="Uploads">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              remove={() => remove(upload.key)}
              retry={() => retry(upload.key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="unseen">
        {status}
      </p>
    </div>
  );
}

interface DropZoneProps extends Pick<UploadControlProps, 'kind' | 'label' | 'multiple' | 'disabled'> {
  take(files: Iterable<File> | null): void;
}

function DropZone({ kind, label, multiple, disabled, take }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  function drop(event: DragEvent) {
    setIsOver(false);
    event.preventDefault();
    take(event.dataTransfer.files);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its button beside it
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed p-3 ${isOver ? 'border-gulf bg-mist' : 'border-driftwood/70 bg-shell'}`}
    >
      <Button
        variant="quiet"
        disabled={disabled}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        <UploadIcon aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
      <p id={hint} className="min-w-0 text-sm text-slate">
        or drop or paste {multiple ? 'files' : 'it'} here. {uploadLimits[kind]}.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={acceptedTypes[kind]}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}
