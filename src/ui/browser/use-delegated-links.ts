import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * Follows the plain links inside an element within the page, for its `onClick`. It replaces hundreds of `Link`s,
 * each of which computes its URL again whenever the page's URL changes.
 */
export function useDelegatedLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || isModified || event.button !== 0 || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}`);
  };
}
