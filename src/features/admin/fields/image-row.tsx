import type { DragEvent } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import type { Media } from '../../media/contract.server.ts';
import { AltField } from '../../media/library/alt-field.tsx';
import { saveAlt } from '../calls/calls.ts';
import { fieldClass } from './field-props.ts';
import { MediaPreview } from './media-preview.tsx';
import { ReorderButtons } from './reorder-buttons.tsx';

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

export function ImageRow(props: ImageRowProps) {
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
