import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface CarouselProps {
  label: string;
  noun: string;
  slides: { key: string | number; content: ReactNode }[];
  className?: string;
  controls?: 'over' | 'below';
}

const settleAfterMs = 120;

/** Slides that wrap, moved by arrows, dots, swipe or arrow keys, never by themselves. */
export function Carousel({ label, noun, slides, className = '', controls = 'over' }: CarouselProps) {
  const [index, setIndex] = useState(0);
  // Guests without JavaScript scroll the slides by hand, so none may be inert before there are controls.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const track = useRef<HTMLUListElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The slide that a control selected, until the track rests or the guest moves it by hand. */
  const target = useRef<number>(undefined);
  const count = slides.length;

  const scrollTo = (place: number, behavior: ScrollBehavior) =>
    track.current?.scrollTo({ left: place * track.current.clientWidth, behavior });

  function goTo(place: number) {
    const next = (place + count) % count;
    setIndex(next);
    target.current = next;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollTo(next, still || Math.abs(next - index) > 1 ? 'instant' : 'smooth');
  }

  function releaseTarget() {
    target.current = undefined;
  }

  function followScroll() {
    clearTimeout(settling.current);
    settling.current = setTimeout(() => {
      const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {};
      if (clientWidth === 0) return;
      const place = Math.min(count - 1, Math.round(scrollLeft / clientWidth));
      const requested = target.current;
      releaseTarget();
      // An earlier smooth scroll may end after an instant one, and undo it.
      if (requested !== undefined && requested !== place) scrollTo(requested, 'instant');
      else setIndex(place);
    }, settleAfterMs);
  }

  function followKeys(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || count < 2) return;
    event.preventDefault();
    goTo(index + step);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group with a role description (WAI-ARIA practices)
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      className={`relative ${className}`}
      onKeyDown={followKeys}
    >
      <ul
        ref={track}
        onScroll={followScroll}
        onPointerDown={releaseTarget}
        onWheel={releaseTarget}
        tabIndex={count > 1 ? 0 : undefined}
        aria-label={label}
        className="no-scrollbar relative flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain focus-visible:-outline-offset-4"
      >
        {slides.map(({ key, content }, position) => (
          <li
            key={key}
            aria-roledescription="slide"
            aria-label={`${noun} ${position + 1} of ${count}`}
            inert={isLive && position !== index}
            className="relative w-full shrink-0 snap-center snap-always"
          >
            {content}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <p aria-live="polite" className="unseen">{`${noun} ${index + 1} of ${count}`}</p>
          <Controls noun={noun} count={count} index={index} goTo={goTo} controls={controls} />
        </>
      )}
    </div>
  );
}

interface ControlsProps {
  noun: string;
  count: number;
  index: number;
  goTo(index: number): void;
  controls: 'over' | 'below';
}

function Controls({ noun, count, index, goTo, controls }: ControlsProps) {
  const over = controls === 'over';
  const arrow = `grid size-11 place-items-center rounded-full bg-white/92 text-deep shadow-card transition-colors hover:bg-white hover:text-coral`;
  const previous = (
    <button
      type="button"
      aria-label={`Previous ${noun.toLowerCase()}`}
      className={arrow}
      onClick={() => goTo(index - 1)}
    >
      <ChevronLeft aria-hidden="true" />
    </button>
  );
  const next = (
    <button
      type="button"
      aria-label={`Next ${noun.toLowerCase()}`}
      className={arrow}
      onClick={() => goTo(index + 1)}
    >
      <ChevronRight aria-hidden="true" />
    </button>
  );
  const dots = (
    // Dots that need two lines are divided evenly.
    <div className={`text-center text-balance leading-0 ${over ? 'rounded-full bg-deep/45 px-1' : ''}`}>
      {Array.from({ length: count }, (_, position) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
          key={position}
          type="button"
          aria-label={`Go to ${noun.toLowerCase()} ${position + 1}`}
          aria-current={position === index ? 'true' : undefined}
          onClick={() => goTo(position)}
          className={`inline-grid size-6 place-items-center align-top ${over ? '' : 'sm:size-7'}`}
        >
          <span
            className={`block rounded-full transition-all ${position === index ? 'size-2.5' : 'size-2 opacity-70'} ${over ? 'bg-white' : position === index ? 'bg-coral' : 'bg-driftwood'}`}
          />
        </button>
      ))}
    </div>
  );
  if (!over) {
    return (
      <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
        {previous}
        <div className="order-first -mx-3 basis-full sm:order-none sm:mx-0 sm:basis-auto">{dots}</div>
        {next}
      </div>
    );
  }
  return (
    <>
      <div className="pointer-events-none absolute inset-x-3 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
        {previous}
        {next}
      </div>
      <div className="absolute inset-x-0 bottom-3 flex justify-center">{dots}</div>
    </>
  );
}
