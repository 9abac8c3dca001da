import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isLink } from '../../../shared/forms/formats.ts';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import type { Media } from '../../media/contract.server.ts';
import { AltField } from '../../media/library/alt-field.tsx';
import type { ChosenMedia } from '../../media/media.ts';
import { usePastedFiles } from '../../media/uploads/use-pasted-files.ts';
import { saveAlt } from '../calls/calls.ts';
import { fieldProps, toText } from './field-props.ts';
import { MediaPreview } from './media-preview.tsx';
import { UploadControls } from './upload-controls.tsx';

export function MediaInput(control: FieldControl) {
  const [uploaded, setUploaded] = useState<Media | null>(null);
  const url = toText(control.value);
  return (
    <UploadInput
      control={control}
      kind="media"
      label="Upload a picture or video"
      onTaken={({ media }) => setUploaded(media)}
    >
      <MediaPreview url={url} />
      {uploaded?.kind === 'image' && uploaded.url === url && (
        <AltField
          key={uploaded.id}
          media={uploaded}
          save={saveAlt}
          onSaved={(alt) => setUploaded({ ...uploaded, alt })}
        />
      )}
    </UploadInput>
  );
}

export function FileInput(control: FieldControl) {
  const url = toText(control.value).trim();
  return (
    <UploadInput control={control} kind="file" label="Upload a file">
      {isLink(url) && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-gulf underline"
        >
          View File
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
    </UploadInput>
  );
}

interface UploadInputProps {
  control: FieldControl;
  kind: 'media' | 'file';
  label: string;
  /** Called with what was uploaded or chosen, beside the change of the field. */
  onTaken?(chosen: ChosenMedia): void;
  children: ReactNode;
}

/** The URL of an upload: typed, uploaded or pasted, or chosen from the library. */
function UploadInput({ control, kind, label, onTaken, children }: UploadInputProps) {
  const { value, disabled, onChange } = control;
  const { files, onPaste } = usePastedFiles();
  const take = (chosen: ChosenMedia) => {
    onTaken?.(chosen);
    onChange(chosen.url);
  };
  return (
    <div className="grid gap-3" onPaste={onPaste}>
      <input
        {...fieldProps(control)}
        type="url"
        autoComplete="off"
        value={toText(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      {!disabled && <UploadControls kind={kind} label={label} files={files} onTake={take} />}
    </div>
  );
}
