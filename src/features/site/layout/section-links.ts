import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepInView, scrollToElement } from '../../../ui/browser/scroll.ts';
import type { BookingState } from '../home/booking-buttons.tsx';

/**
 * Brings a guest who follows a link or presses a booking button to the section that it names. On the open page that is a
 * calm scroll; coming from another page, the section is kept in view while the sections above it load.
 */
export function useScrollToSection(): void {
  const { hash, state, key } = useLocation();
  const navigation = useNavigationType();
  const arrived = useRef(false);
  const booking = (state as BookingState | null)?.book !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells one press of a button from the next
  useEffect(() => {
    const onOpenPage = arrived.current;
    arrived.current = true;
    // Going back, or loading the page anew: the browser knows where the guest was.
    if (navigation === 'POP') return;
    if (!onOpenPage) return keepInView(booking ? 'contact' : hash.slice(1));
    if (booking) scrollToElement('contact');
  }, [key]);
}

/**
 * Gives links to sections of the home page a calm scroll when the page is already open; from elsewhere, and without
 * JavaScript, they are ordinary links.
 */
export function useSectionLink() {
  const { pathname } = useLocation();
  return (id: string) => (event: MouseEvent) => {
    if (pathname !== '/' || event.metaKey || event.ctrlKey) return;
    if (!scrollToElement(id)) return;
    event.preventDefault();
    history.replaceState(history.state, '', `/#${id}`);
  };
}
