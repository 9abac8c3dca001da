import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Cell } from './cell.tsx';

interface TruncatedCellProps extends ComponentProps<typeof Cell> {
  label: string;
  showAll(): void;
}

/** A value that may not fit into its cell; if it does not, a button shows all of it. */
export function TruncatedCell({ label, showAll, ...cell }: TruncatedCellProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isTruncated = useIsTruncated(frame, cell.row[cell.name]);
  return (
    <div ref={frame}>
      <Cell {...cell} />
      {isTruncated && (
        <button type="button" onClick={showAll} className="mt-0.5 block font-medium text-gulf underline">
          Show all
          <span className="unseen">{` of ${label}`}</span>
        </button>
      )}
    </div>
  );
}

const remeasure = new WeakMap<Element, () => void>();
let sizes: ResizeObserver | undefined;

/** One observer serves all cells of a table, which may be thousands. */
function watchSize(element: Element, measure: () => void): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target } of entries) remeasure.get(target)?.();
  });
  remeasure.set(element, measure);
  sizes.observe(element);
  return () => sizes?.unobserve(element);
}

/** Whether the first element in a frame has more lines than it shows; measured again for another text. */
function useIsTruncated(frame: RefObject<HTMLElement | null>, text: unknown): boolean {
  const [isTruncated, setIsTruncated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may fit
  useLayoutEffect(() => {
    const element = frame.current?.firstElementChild;
    if (!element) return;
    const measure = () =>
      setIsTruncated(element.scrollHeight > element.clientHeight && element.clientHeight > 0);
    measure();
    return watchSize(element, measure);
  }, [frame, text]);
  return isTruncated;
}
