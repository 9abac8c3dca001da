import { ExternalLink } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';

interface FooterProps {
  formId: string;
  preview: string | null;
  canWrite: boolean;
  isSaving: boolean;
  isUploading: boolean;
  message: string;
  close(): void;
}

export function Footer({ formId, preview, canWrite, isSaving, isUploading, message, close }: FooterProps) {
  return (
    <>
      {message && (
        <p role="alert" className="grow basis-full text-danger sm:basis-64">
          {message}
        </p>
      )}
      {preview && (
        <a
          href={preview}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 basis-full items-center gap-1.5 font-semibold text-gulf underline sm:mr-auto sm:basis-auto"
        >
          View on the site
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
      <Button variant="quiet" disabled={isSaving} onClick={close}>
        {canWrite ? 'Cancel' : 'Close'}
      </Button>
      {canWrite && (
        <Button type="submit" form={formId} disabled={isSaving || isUploading}>
          {isUploading ? 'Uploading...' : isSaving ? 'Saving...' : 'Save'}
        </Button>
      )}
    </>
  );
}
