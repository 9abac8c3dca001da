/** Brings an element into view, calmly unless the person asked for less motion; says whether it was there. */
export function scrollToElement(id: string): boolean {
  const element = document.getElementById(id);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
  return element !== null;
}

const holdMs = 5_000;
const movesByPerson = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Brings an element into view and keeps it there while the page around it grows, until the person moves or five seconds
 * have passed.
 * @returns ends the holding
 */
export function keepInView(id: string): () => void {
  const element = document.getElementById(id);
  if (!element) return () => {};
  const observer = new ResizeObserver(() => element.scrollIntoView({ behavior: 'instant' }));
  const letGo = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of movesByPerson) window.removeEventListener(move, letGo);
  };
  const timer = setTimeout(letGo, holdMs);
  for (const move of movesByPerson) window.addEventListener(move, letGo, { passive: true });
  observer.observe(document.body);
  return letGo;
}
