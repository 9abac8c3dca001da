import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Star, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { FieldProblem } from '../../../ui/forms/field.tsx';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { imagePath } from '../../../ui/rich-text/links.ts';
import { IconButton } from '../../../ui/small-button.tsx';
import { saveAlt } from '../../admin/calls/calls.ts';
import { UploadControls } from '../../admin/fields/upload-controls.tsx';
import { useImageOrder } from '../../admin/fields/use-image-order.ts';
import { AltField } from '../../media/library/alt-field.tsx';
import { imageQuery } from './queries.ts';

const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The images of a home, which are ordered by dragging, arrow keys or buttons; the first one is the cover. */
export function ImageGrid({ id, value, error, disabled, onChange }: FieldControl) {
  const urls = (Array.isArray(value) ? value : []).map(String);
  const order = useImageOrder(urls, onChange);
  const grid = useRef<HTMLOListElement>(null);

  function move(from: number, to: number) {
    if (to < 0 || to >= urls.length || from === to) return;
    flushSync(() => order.move(from, to));
    grid.current?.querySelectorAll<HTMLElement>('[data-image]')[to]?.focus();
  }
  return (
    <div id={id} data-field="images" className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
      {urls.length > 0 && (
        <ol
          ref={grid}
          aria-label="Pictures in their order"
          className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
        >
          {urls.map((url, index) => (
            <ImageCard
              key={`${url} ${urls.indexOf(url) === index ? '' : index}`}
              url={url}
              index={index}
              count={urls.length}
              disabled={disabled}
              move={(to) => move(index, to)}
              startDrag={() => order.startDrag(index)}
              drop={() => order.drop(index, move)}
              remove={() => order.change(urls.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
      <p role="status" className="unseen">
        {order.announcement}
      </p>
      <FieldProblem id={`${id}-error`} isAnnounced={false}>
        {error}
      </FieldProblem>
      {!disabled && (
        <UploadControls kind="image" label="Upload pictures" multiple onTake={({ url }) => order.add(url)} />
      )}
    </div>
  );
}

interface ImageCardProps {
  url: string;
  index: number;
  count: number;
  disabled: boolean;
  move(to: number): void;
  startDrag(): void;
  drop(): void;
  remove(): void;
}

function ImageCard({ url, index, count, disabled, move, startDrag, drop, remove }: ImageCardProps) {
  const label = `picture ${index + 1}`;
  function followKeys(event: KeyboardEvent) {
    const step = keySteps[event.key];
    if (step === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    move(index + step);
  }
  return (
    <li
      draggable={!disabled}
      onDragStart={startDrag}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        drop();
      }}
      className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-xl border border-dune bg-white p-2"
    >
      <button
        type="button"
        data-image=""
        disabled={disabled}
        onKeyDown={followKeys}
        aria-label={`Picture ${index + 1} of ${count}${index === 0 ? ', the cover' : ''}: arrow keys move it`}
        className="relative aspect-3/2 cursor-grab overflow-hidden rounded-lg bg-sand"
      >
        <img src={imagePath(url) ?? url} alt="" loading="lazy" className="size-full object-cover" />
        {index === 0 && (
          <span className="absolute top-2 left-2 rounded-full bg-deep px-2.5 py-0.5 text-sm font-semibold text-white">
            Cover
          </span>
        )}
      </button>
      <div className="flex">
        <IconButton
          label={`Move ${label} forward`}
          disabled={disabled || index === 0}
          onClick={() => move(index - 1)}
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={`Move ${label} back`}
          disabled={disabled || index === count - 1}
          onClick={() => move(index + 1)}
        >
          <ArrowRight aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={`Make ${label} the cover`}
          disabled={disabled || index === 0}
          onClick={() => move(0)}
        >
          <Star aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      <IconButton
        label={`Remove ${label}`}
        disabled={disabled}
        onClick={remove}
        className="absolute top-3 right-3 bg-white/90"
      >
        <X aria-hidden="true" className="size-4.5" />
      </IconButton>
      <ImageText url={url} />
    </li>
  );
}

/** A library image's alternative text, which is saved separately and used wherever it is shown, and why its sizes failed. */
function ImageText({ url }: { url: string }) {
  const id = /\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? '';
  const client = useQueryClient();
  const query = imageQuery(id);
  const { data: media } = useQuery({ ...query, enabled: id !== '' });
  if (!media) return null;
  return (
    <>
      {media.status === 'failed' && <p className="text-sm text-danger">{String(media.error)}</p>}
      <AltField
        key={id}
        media={{ id, alt: String(media.alt ?? ''), originalName: String(media.original_name ?? '') }}
        save={saveAlt}
        onSaved={(text) => client.setQueryData(query.queryKey, { ...media, alt: text })}
      />
    </>
  );
}
