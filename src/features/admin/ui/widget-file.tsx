import { ExternalLink, Files } from 'lucide-react';
import { useState } from 'react';
import { isLink } from '../../../shared/forms/formats.ts';
import type { FieldControl } from '../../../ui/schema-form.tsx';
import type { Media } from '../../media/media.ts';
import { MediaPicker } from '../../media/ui/media-picker.tsx';
import { UploadControl } from '../../media/ui/upload-control.tsx';
import { usePastedFiles } from '../../media/ui/use-pasted-files.ts';
import { useReportBusy } from './row-form-busy.ts';
import { Tool } from './tool.tsx';
import { attributesOf, fieldClass, textOf } from './widget-attributes.ts';

/** The address of a file: typed, uploaded, or chosen from the library, with a link to look at it. */
export function FileWidget(control: FieldControl) {
  const { value, disabled, onChange } = control;
  const [picking, setPicking] = useState(false);
  const reportBusy = useReportBusy();
  const { files, onPaste } = usePastedFiles();
  const address = textOf(value).trim();

  function take(media: Media) {
    onChange(media.url);
  }
  function pick(media: Media) {
    take(media);
    setPicking(false);
  }
  return (
    <div className="grid gap-3" onPaste={onPaste}>
      <input
        {...attributesOf(control)}
        type="url"
        autoComplete="off"
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
        className={fieldClass}
      />
      {isLink(address) && (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-gulf underline"
        >
          View File
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
      {!disabled && (
        <>
          <UploadControl
            kind="file"
            label="Upload a file"
            files={files}
            onUploaded={take}
            onBusy={reportBusy}
          />
          <Tool onClick={() => setPicking(true)} className="justify-self-start">
            <Files aria-hidden="true" className="size-4" />
            Choose from the library
          </Tool>
        </>
      )}
      {picking && <MediaPicker kind="file" onPick={pick} onClose={() => setPicking(false)} />}
    </div>
  );
}
