/** Brings an element into view, calmly unless the person asked for less motion; says whether it was there. */
export function scrollToElement(id: string): boolean {
  const element = document.getElementById(id);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
  return element !== null;
}
