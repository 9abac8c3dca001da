import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type TouchEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ImageData } from '../../shared/image.ts';

interface LightboxProps {
  /** What the pictures show, for screen readers: `Pictures of The Beachcomber`. */
  label: string;
  pictures: ImageData[];
  /** The picture to begin with. */
  start: number;
  onClose(): void;
}

/** A finger that moves less far than this, in CSS pixels, has not swiped. */
const swipePx = 40;

/**
 * One picture at a time over the whole window, open as long as it is rendered. Moved by arrows, arrow keys, Home, End or
 * a swipe, it wraps both ways; Esc and the X close it, and the focus goes back to where it was.
 */
export function Lightbox({ label, pictures, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touch = useRef<{ x: number; y: number } | null>(null);
  const [index, setIndex] = useState(start);
  const count = pictures.length;
  const go = (target: number) => setIndex((target + count) % count);

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  function followKeys(event: KeyboardEvent) {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else go(target);
    event.preventDefault();
  }

  function followSwipe(event: TouchEvent) {
    const [from, to] = [touch.current, event.changedTouches[0]];
    touch.current = null;
    if (!from || !to) return;
    const [dx, dy] = [to.clientX - from.x, to.clientY - from.y];
    if (Math.abs(dx) > swipePx && Math.abs(dx) > Math.abs(dy)) go(index + (dx < 0 ? 1 : -1));
  }

  const picture = pictures[index];
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onKeyDown={followKeys}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-ink p-0 text-white outline-none"
    >
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between py-2 pr-2 pl-5">
          <p aria-live="polite" className="font-semibold tabular-nums">
            <span className="unseen">Picture </span>
            {index + 1} <span aria-hidden="true">/</span> <span className="unseen">of </span>
            {count}
          </p>
          <button type="button" aria-label="Close" onClick={onClose} className={buttonClass}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div
          className="relative touch-pan-y touch-pinch-zoom"
          onTouchStart={(event) => {
            const finger = event.touches.length === 1 ? event.touches[0] : undefined;
            touch.current = finger ? { x: finger.clientX, y: finger.clientY } : null;
          }}
          onTouchEnd={followSwipe}
        >
          <Whole key={picture.src} picture={picture} />
        </div>
        <div className="flex items-center justify-between gap-4 px-2 py-2 sm:px-5">
          <button
            type="button"
            aria-label="Previous picture"
            onClick={() => go(index - 1)}
            className={buttonClass}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <p aria-hidden="true" className="line-clamp-4 text-center text-sm text-glass sm:text-base">
            {picture.alt}
          </p>
          <button
            type="button"
            aria-label="Next picture"
            onClick={() => go(index + 1)}
            className={buttonClass}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </div>
      </div>
      {[-1, 1].map((step) => (
        <Neighbour key={step} picture={pictures[(index + step + count) % count]} />
      ))}
    </dialog>
  );
}

const buttonClass =
  'grid size-12 shrink-0 place-items-center rounded-full bg-white/12 text-white transition-colors hover:bg-white hover:text-deep focus-visible:outline-white';

const setOf = ({ src, widths }: ImageData, type: string) =>
  widths.map((width) => `${src.slice(0, src.lastIndexOf('/'))}/${width}.${type} ${width}w`).join(', ');

/** A picture as large as the window allows, and no part of it cut off. */
function Whole({ picture }: { picture: ImageData }) {
  return (
    <picture>
      <source type="image/avif" srcSet={setOf(picture, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={setOf(picture, 'webp')} sizes="100vw" />
      <img
        src={picture.src}
        srcSet={setOf(picture, 'jpg')}
        sizes="100vw"
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  );
}

/** The next picture is there before it is asked for. */
function Neighbour({ picture }: { picture: ImageData | undefined }) {
  if (!picture) return null;
  return (
    <div aria-hidden="true" className="unseen">
      <Whole picture={{ ...picture, alt: '' }} />
    </div>
  );
}
