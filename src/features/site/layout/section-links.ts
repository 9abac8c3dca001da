import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { keepInView, scrollToElement } from '../../../ui/browser/scroll.ts';
import type { BookingState } from './booking-buttons.tsx';
import { goToSearch, heroId } from './booking-targets.ts';

const titles = {
  properties: 'Properties',
  amenities: 'Amenities',
  location: 'Location',
  reviews: 'Reviews',
  contact: 'Contact',
};

type PageSection = keyof typeof titles;

/** Links to sections of the home page, without the reviews of a site that has none yet. @returns pairs of id and title */
export const homeSections = (
  { review_count }: Pick<SiteSettings, 'review_count'>,
  ids: PageSection[],
): [PageSection, string][] =>
  ids.filter((id) => id !== 'reviews' || review_count > 0).map((id) => [id, titles[id]]);

/** Scrolls to the section of the hash or the booking state, and keeps it in view while the sections above it load. */
export function useScrollToSection(): void {
  const { hash, state, key } = useLocation();
  const navigation = useNavigationType();
  const arrived = useRef(false);
  const booking = (state as BookingState | null)?.book !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key distinguishes one press of a button from the next
  useEffect(() => {
    const onOpenPage = arrived.current;
    arrived.current = true;
    // The browser restores the position when the user goes back or reloads.
    if (navigation === 'POP') return;
    if (!onOpenPage && hash === `#${heroId}`) return void goToSearch();
    if (!onOpenPage) return keepInView(booking ? 'contact' : hash.slice(1));
    if (booking && scrollToElement('contact')) replaceHash('contact');
  }, [key]);
}

const replaceHash = (id: string): void =>
  history.replaceState(history.state, '', `${location.pathname}${location.search}#${id}`);

/** Scrolls smoothly to a section of the open home page; elsewhere, and without JavaScript, links work as usual. */
export function useSectionLink() {
  const isLeaving = useNavigation().state !== 'idle';
  return (id: string) => (event: MouseEvent) => {
    // While another page is loading, `location` may already be its URL, although the home page is still rendered.
    if (isLeaving || location.pathname !== '/' || event.metaKey || event.ctrlKey) return;
    if (!scrollToElement(id)) return;
    event.preventDefault();
    history.replaceState(history.state, '', `/#${id}`);
  };
}
