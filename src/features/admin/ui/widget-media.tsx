import { useState } from 'react';
import type { FieldControl } from '../../../ui/schema-form.tsx';
import type { Media } from '../../media/media.ts';
import { AltField } from '../../media/ui/alt-field.tsx';
import { AddressWidget } from './widget-address.tsx';
import { toText } from './widget-attributes.ts';
import { MediaPreview } from './widget-preview.tsx';

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
        <AltField key={known.id} media={known} onSaved={(alt) => setKnown({ ...known, alt })} />
      )}
    </AddressWidget>
  );
}
