import { Files, Images } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { MediaPicker } from '../../media/library/media-picker.tsx';
import type { ChosenMedia, MediaKind } from '../../media/media.ts';
import { UploadControl } from '../../media/uploads/upload-control.tsx';
import { useReportPending } from '../edit/pending-uploads.ts';

interface UploadSourcesProps {
  kind: 'media' | 'file';
  /** What the button for uploads says. */
  label: string;
  /** The one kind of the library that fits; without it pictures and videos do. */
  pick?: MediaKind;
  multiple?: boolean;
  /** Files that were pasted into the field. */
  files?: readonly File[];
  onTake(chosen: ChosenMedia): void;
  /** More buttons beside the library's. */
  children?: ReactNode;
}

/** Where a field's uploads come from: this device, or the library. The form waits for what is on its way. */
export function UploadSources({ kind, label, pick, multiple, files, onTake, children }: UploadSourcesProps) {
  const [picking, setPicking] = useState(false);
  const reportBusy = useReportPending();
  const Icon = kind === 'file' ? Files : Images;
  return (
    <>
      <UploadControl
        kind={kind}
        label={label}
        multiple={multiple}
        files={files}
        onUploaded={onTake}
        onBusy={reportBusy}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton data-focus="" onClick={() => setPicking(true)}>
          <Icon aria-hidden="true" className="size-4" />
          Choose from the library
        </SmallButton>
        {children}
      </div>
      {picking && (
        <MediaPicker
          kind={pick}
          onPick={(chosen) => {
            onTake(chosen);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
