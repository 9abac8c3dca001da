import { Images } from 'lucide-react';
import { useState } from 'react';
import type { FieldControl } from '../../../ui/schema-form.tsx';
import type { Media } from '../../media/media.ts';
import { AltField } from '../../media/ui/alt-field.tsx';
import { MediaPicker } from '../../media/ui/media-picker.tsx';
import { UploadControl } from '../../media/ui/upload-control.tsx';
import { usePastedFiles } from '../../media/ui/use-pasted-files.ts';
import { useReportBusy } from './row-form-busy.ts';
import { Tool } from './tool.tsx';
import { attributesOf, fieldClass, textOf } from './widget-attributes.ts';
import { MediaPreview } from './widget-preview.tsx';

/** The address of a picture or video: typed, uploaded, or chosen from the library, and shown. */
export function MediaWidget(control: FieldControl) {
  const { value, disabled, onChange } = control;
  const [picking, setPicking] = useState(false);
  const [known, setKnown] = useState<Media>();
  const reportBusy = useReportBusy();
  const { files, onPaste } = usePastedFiles();
  const address = textOf(value);

  function take(media: Media) {
    setKnown(media);
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
        value={address}
        onChange={(event) => onChange(event.target.value)}
        className={fieldClass}
      />
      <MediaPreview address={address} />
      {known?.kind === 'image' && known.url === address && (
        <AltField key={known.id} media={known} onSaved={(alt) => setKnown({ ...known, alt })} />
      )}
      {!disabled && (
        <>
          <UploadControl
            kind="media"
            label="Upload a picture or video"
            files={files}
            onUploaded={take}
            onBusy={reportBusy}
          />
          <Tool onClick={() => setPicking(true)} className="justify-self-start">
            <Images aria-hidden="true" className="size-4" />
            Choose from the library
          </Tool>
        </>
      )}
      {picking && <MediaPicker onPick={pick} onClose={() => setPicking(false)} />}
    </div>
  );
}
