import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const remeasure = new WeakMap<Element, () => void>();
let sizes: ResizeObserver | undefined;

/** One observer for all cells of a table, which may be thousands. */
function watchSize(element: Element, measure: () => void): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target } of entries) remeasure.get(target)?.();
  });
  remeasure.set(element, measure);
  sizes.observe(element);
  return () => sizes?.unobserve(element);
}

/**
 * Whether the first element in a frame hides a part of its text: its lines are limited, and it has more.
 * @param text what it holds; another one is measured anew
 */
export function useIsTruncated(text: unknown): {
  frame: RefObject<HTMLDivElement | null>;
  isCutOff: boolean;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [isCutOff, setIsCutOff] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the parameter
  useLayoutEffect(() => {
    const shown = frame.current?.firstElementChild;
    if (!shown) return;
    const measure = () => setIsCutOff(shown.scrollHeight > shown.clientHeight && shown.clientHeight > 0);
    measure();
    return watchSize(shown, measure);
  }, [text]);
  return { frame, isCutOff };
}
