import { useEffect, useRef } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';

export interface More {
  /** Whether there are homes that were not read yet. */
  isMissing: boolean;
  isLoading: boolean;
  load(): void;
}

interface MoreRowsProps {
  more: More;
  count: number;
  all: number;
}

/** Reads the next homes when the end of the rows comes near; a button does so too, and a live text says how far it got. */
export function MoreRows({ more: { isMissing, isLoading, load }, count, all }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  latest.current = load;
  // A new observer for each page: one that is near all the time would report once.
  useEffect(() => {
    if (!isMissing || isLoading || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMissing, isLoading]);
  if (all <= count && !isMissing) return null;
  return (
    <div ref={end} className="flex flex-wrap items-center gap-4 py-3">
      <p role="status" className="text-sm text-slate">
        {`${count} of ${all} homes`}
      </p>
      {isMissing && (
        <SmallButton onClick={load} disabled={isLoading}>
          {isLoading ? 'Loading…' : 'More homes'}
        </SmallButton>
      )}
    </div>
  );
}
