import { ExternalLink } from 'lucide-react';
import { isLink } from '../../../shared/forms/formats.ts';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { toText } from './field-props.ts';
import { AddressWidget } from './upload-input.tsx';

/** The address of a file, with a link to look at it. */
export function FileWidget(control: FieldControl) {
  const address = toText(control.value).trim();
  return (
    <AddressWidget control={control} kind="file" label="Upload a file">
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
    </AddressWidget>
  );
}
