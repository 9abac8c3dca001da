import { scrollToElement } from '../../../ui/browser/scroll.ts';

/** The part of the home page with the search for free nights. */
export const heroId = 'hero';

/** The calendar on the page of a home, or the waitlist of one that is not open. */
export const nightsId = 'availability';

/** Scrolls to the search for free nights, whose first field takes the focus. @returns whether the page has it */
export function goToSearch(): boolean {
  if (!scrollToElement(heroId)) return false;
  document.querySelector<HTMLElement>(`#${heroId} input`)?.focus({ preventScroll: true });
  return true;
}

/** Scrolls to the calendar of the home in view, whose heading takes the focus, or to its waitlist. */
export function goToNights(): void {
  scrollToElement(nightsId);
  document.getElementById(`${nightsId}-title`)?.focus({ preventScroll: true });
}
