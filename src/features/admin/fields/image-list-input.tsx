import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { Media } from '../../media/contract.server.ts';
import type { ChosenMedia } from '../../media/media.ts';
import { usePastedFiles } from '../../media/uploads/use-pasted-files.ts';
import { groupProps, toText } from './field-props.ts';
import { ImageRow } from './image-row.tsx';
import { moveItem } from './reorder-buttons.tsx';
import { UploadControls } from './upload-controls.tsx';

/** Images in an order: uploaded, chosen or typed in, moved by button or by dragging. */
export function ImageListInput(control: FieldControl) {
  const { value, disabled, onChange } = control;
  const items = (Array.isArray(value) ? value : []).map(toText);
  const [uploaded, setUploaded] = useState<Record<string, Media>>({});
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<number>(undefined);
  const latest = useRef(items);
  latest.current = items;
  const { files, onPaste } = usePastedFiles();

  function change(next: string[]) {
    // Several uploads may arrive before the next render.
    latest.current = next;
    onChange(next);
  }
  function take({ url, media }: ChosenMedia) {
    if (media) setUploaded((current) => ({ ...current, [url]: media }));
    change([...latest.current, url]);
  }
  function move(from: number, to: number) {
    change(moveItem(items, from, to));
    setAnnouncement(`Picture ${from + 1} is now number ${to + 1} of ${items.length}`);
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
              onDragged={() => {
                dragged.current = index;
              }}
              onDropped={() => {
                if (dragged.current !== undefined) move(dragged.current, index);
                dragged.current = undefined;
              }}
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
        <UploadControls
          kind="media"
          label="Upload pictures"
          pick="image"
          multiple
          files={files}
          onTake={take}
        >
          <SmallButton onClick={() => change([...items, ''])}>
            <Plus aria-hidden="true" className="size-4" />
            Add an address
          </SmallButton>
        </UploadControls>
      )}
    </div>
  );
}
