import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { scrollToElement } from '../../../ui/browser/scroll.ts';

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
