import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type TouchEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ImageData } from '../../shared/image.ts';
import { useBackToClose } from '../browser/use-back-to-close.ts';
import { useModal } from './use-modal.ts';

interface LightboxProps {
  /** What the images show: `The Beachcomber`. */
  title: string;
  images: ImageData[];
  start: number;
  onClose(): void;
}

const swipePx = 40;

/**
 * Shows one image at a time over the whole window while it is rendered. It wraps at both ends, and the browser's Back
 * closes it.
 */
export function Lightbox({ title, images, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const count = images.length;
  const go = (target: number) => setIndex((target + count) % count);

  const close = useBackToClose(onClose);
  useModal(dialog);
  const swipe = useSwipe((step) => go(index + step));
  const isPinchZoomed = useSyncExternalStore(onZoom, isZoomed, () => false);

  function onKeyDown(event: KeyboardEvent) {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else go(target);
    event.preventDefault();
  }

  const image = images[index];
  if (!image) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        close();
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
          <button type="button" aria-label="Close" onClick={close} className={buttonClass}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div
          className={`relative ${isPinchZoomed ? 'touch-manipulation' : 'touch-pan-y touch-pinch-zoom'}`}
          {...swipe}
        >
          <FullImage key={image.src} image={image} alt={image.alt || `Picture ${index + 1} of ${title}`} />
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
            {image.alt}
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
        <Preload key={step} image={images[(index + step + count) % count]} />
      ))}
    </dialog>
  );
}

/** Whether fingers have enlarged the page: then one finger moves it. */
const isZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

function onZoom(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** Calls `go` with 1 for a swipe to the left and -1 for one to the right, unless the page is zoomed. */
function useSwipe(go: (step: 1 | -1) => void) {
  const touch = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent) {
      const finger = event.touches.length === 1 ? event.touches[0] : undefined;
      touch.current = finger ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd(event: TouchEvent) {
      const [from, to] = [touch.current, event.changedTouches[0]];
      touch.current = null;
      if (!from || !to || isZoomed()) return;
      const [dx, dy] = [to.clientX - from.x, to.clientY - from.y];
      if (Math.abs(dx) > swipePx && Math.abs(dx) > Math.abs(dy)) go(dx < 0 ? 1 : -1);
    },
  };
}

const buttonClass =
  'grid size-12 shrink-0 place-items-center rounded-full bg-white/12 text-white transition-colors hover:bg-white hover:text-deep focus-visible:outline-white';

const srcSet = ({ src, widths }: ImageData, type: string) =>
  widths.map((width) => `${src.slice(0, src.lastIndexOf('/'))}/${width}.${type} ${width}w`).join(', ');

function FullImage({ image, alt }: { image: ImageData; alt: string }) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(image, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={srcSet(image, 'webp')} sizes="100vw" />
      <img
        src={image.src}
        srcSet={srcSet(image, 'jpg')}
        sizes="100vw"
        width={image.width}
        height={image.height}
        alt={alt}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  );
}

function Preload({ image }: { image: ImageData | undefined }) {
  if (!image) return null;
  return (
    <div aria-hidden="true" className="unseen">
      <FullImage image={image} alt="" />
    </div>
  );
}
