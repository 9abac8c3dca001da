import { useState } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { AltField } from '../../media/library/alt-field.tsx';
import type { Media } from '../../media/media.ts';
import { saveAlt } from '../client.ts';
import { toText } from './field-props.ts';
import { MediaPreview } from './media-preview.tsx';
import { AddressWidget } from './upload-input.tsx';

/** The address of a picture or video, and what it shows. */
export function MediaWidget(control: FieldControl) {
  const [known, setKnown] = useState<Media | null>(null);
  const address = toText(control.value);
  return (
    <AddressWidget
      control={control}
      kind="media"
      label="Upload a picture or video"
      onTaken={({ media }) => setKnown(media)}
    >
      <MediaPreview address={address} />
      {known?.kind === 'image' && known.url === address && (
        <AltField
          key={known.id}
          media={known}
          save={saveAlt}
          onSaved={(alt) => setKnown({ ...known, alt })}
        />
      )}
    </AddressWidget>
  );
}
