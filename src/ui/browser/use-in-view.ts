import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has ever been near the viewport. */
export function useInView(element: RefObject<Element | null>, marginPx = 300): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element, marginPx]);
  return near;
}
