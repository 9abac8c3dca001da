import { Files, Images } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { MediaPicker } from '../../media/library/media-picker.tsx';
import type { ChosenMedia, UploadKind } from '../../media/media.ts';
import { UploadControl } from '../../media/uploads/upload-control.tsx';
import { useReportPending } from './pending-uploads.ts';

interface UploadControlsProps {
  kind: UploadKind;
  label: string;
  multiple?: boolean;
  files?: readonly File[];
  onTake(chosen: ChosenMedia): void;
  children?: ReactNode;
}

/** Uploads from this device or chooses from the library. The form waits for a running upload. */
export function UploadControls({ kind, label, multiple, files, onTake, children }: UploadControlsProps) {
  const [isPicking, setIsPicking] = useState(false);
  const reportPending = useReportPending();
  const Icon = kind === 'file' ? Files : Images;
  return (
    <>
      <UploadControl
        kind={kind}
        label={label}
        multiple={multiple}
        files={files}
        onUploaded={onTake}
        onBusy={reportPending}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton data-focus="" onClick={() => setIsPicking(true)}>
          <Icon aria-hidden="true" className="size-4" />
          Choose from the library
        </SmallButton>
        {children}
      </div>
      {isPicking && (
        <MediaPicker
          kind={kind === 'media' ? undefined : kind}
          onPick={(chosen) => {
            onTake(chosen);
            setIsPicking(false);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
