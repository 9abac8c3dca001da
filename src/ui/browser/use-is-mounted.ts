import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still there, for what ends after it may have been left. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
