import { Plus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { AltField } from '../../media/library/alt-field.tsx';
import type { ChosenMedia, Media } from '../../media/media.ts';
import { usePastedFiles } from '../../media/uploads/use-pasted-files.ts';
import { saveAlt } from '../client.ts';
import { fieldClass, groupProps, toText } from './field-props.ts';
import { MediaPreview } from './media-preview.tsx';
import { moveItem, ReorderButtons } from './reorder-buttons.tsx';
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

interface ImageRowProps {
  control: FieldControl;
  url: string;
  index: number;
  count: number;
  media?: Media;
  onMove(to: number): void;
  onDragged(): void;
  onDropped(): void;
  onChange(url: string): void;
  onRemove(): void;
  onAlt(media: Media, alt: string): void;
}

function ImageRow(props: ImageRowProps) {
  const { control, url, index, count, media, onMove, onDragged, onDropped, onChange, onRemove, onAlt } =
    props;
  const { name, error, disabled } = control;
  const allowDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  return (
    <li
      draggable={!disabled}
      onDragStart={onDragged}
      onDragOver={allowDrop}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onDropped();
      }}
      className="grid gap-2 rounded-xl border border-dune bg-white p-2"
    >
      <div className="flex items-start gap-3">
        <div className="w-24 shrink-0 overflow-hidden rounded-lg text-xs sm:w-32">
          <MediaPreview url={url} />
        </div>
        <div className="min-w-0 grow">
          <input
            name={name}
            type="url"
            autoComplete="off"
            aria-label={`Address of picture ${index + 1}`}
            aria-invalid={error !== undefined || undefined}
            disabled={disabled}
            value={url}
            onChange={(event) => onChange(event.target.value)}
            className={fieldClass}
          />
          {!disabled && (
            <div className="mt-1 flex flex-wrap">
              <ReorderButtons
                label={`picture ${index + 1}`}
                index={index}
                count={count}
                onMove={onMove}
                onRemove={onRemove}
              />
            </div>
          )}
        </div>
      </div>
      {media && !disabled && (
        <AltField key={media.id} media={media} save={saveAlt} onSaved={(alt) => onAlt(media, alt)} />
      )}
    </li>
  );
}
