import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { Media } from '../../media/contract.server.ts';
import type { ChosenMedia } from '../../media/media.ts';
import { usePastedFiles } from '../../media/uploads/use-pasted-files.ts';
import { groupProps, toText } from './field-props.ts';
import { ImageRow } from './image-row.tsx';
import { UploadControls } from './upload-controls.tsx';
import { useImageOrder } from './use-image-order.ts';

/** Images in an order: uploaded, chosen or typed in, moved by button or by dragging. */
export function ImageListInput(control: FieldControl) {
  const { value, disabled, onChange } = control;
  const items = (Array.isArray(value) ? value : []).map(toText);
  const [uploaded, setUploaded] = useState<Record<string, Media>>({});
  const { announcement, change, add, move, startDrag, drop } = useImageOrder(items, onChange);
  const { files, onPaste } = usePastedFiles();

  function take({ url, media }: ChosenMedia) {
    if (media) setUploaded((current) => ({ ...current, [url]: media }));
    add(url);
  }
  return (
    <div {...groupProps(control)} onPaste={onPaste} className="grid gap-3">
      {items.length > 0 && (
        <ol className="grid gap-2">
          {items.map((url, index) => (
            <ImageRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice
              key={index}
              control={control}
              url={url}
              index={index}
              count={items.length}
              media={uploaded[url]}
              onMove={(to) => move(index, to)}
              onDragged={() => startDrag(index)}
              onDropped={() => drop(index, move)}
              onChange={(text) => change(items.with(index, text))}
              onRemove={() => change(items.toSpliced(index, 1))}
              onAlt={(media, alt) =>
                setUploaded((current) => ({ ...current, [media.url]: { ...media, alt } }))
              }
            />
          ))}
        </ol>
      )}
      <p role="status" className="unseen">
        {announcement}
      </p>
      {!disabled && (
        <UploadControls kind="image" label="Upload pictures" multiple files={files} onTake={take}>
          <SmallButton onClick={() => change([...items, ''])}>
            <Plus aria-hidden="true" className="size-4" />
            Add an address
          </SmallButton>
        </UploadControls>
      )}
    </div>
  );
}
