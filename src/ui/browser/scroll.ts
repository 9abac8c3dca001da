/** Scrolls smoothly, unless reduced motion is set. @returns whether the element exists */
export function scrollToElement(id: string): boolean {
  const element = document.getElementById(id);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
  return element !== null;
}

const holdMs = 5_000;
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps an element in view while the page around it grows, for five seconds or until the user moves. @returns stops it */
export function keepInView(id: string): () => void {
  if (!document.getElementById(id)) return () => {};
  // The element may have been replaced while the page loaded.
  const observer = new ResizeObserver(() =>
    document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }),
  );
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of userEvents) window.removeEventListener(move, stop);
  };
  const timer = setTimeout(stop, holdMs);
  for (const move of userEvents) window.addEventListener(move, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
