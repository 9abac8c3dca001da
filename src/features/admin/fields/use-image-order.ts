import { useRef, useState } from 'react';
import { moveItem } from './reorder-buttons.tsx';

/** The images of a list in their order: added, moved and dragged, with an announcement of each move for screen readers. */
export function useImageOrder(urls: string[], onChange: (next: string[]) => void) {
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<number>(undefined);
  const latest = useRef(urls);
  latest.current = urls;

  function change(next: string[]) {
    // Several uploads may arrive before the next render.
    latest.current = next;
    onChange(next);
  }
  return {
    announcement,
    change,
    add: (url: string) => change([...latest.current, url]),
    move(from: number, to: number) {
      change(moveItem(urls, from, to));
      setAnnouncement(`Picture ${from + 1} is now number ${to + 1} of ${urls.length}`);
    },
    startDrag(index: number) {
      dragged.current = index;
    },
    /** Moves the image that is dragged to the place of another one. */
    drop(index: number, move: (from: number, to: number) => void) {
      if (dragged.current !== undefined) move(dragged.current, index);
      dragged.current = undefined;
    },
  };
}
