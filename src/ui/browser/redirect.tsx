import { useEffect, useRef } from 'react';
import { type To, useNavigate } from 'react-router';

interface RedirectProps {
  to: To;
  /** The state of the new history entry. */
  state?: object;
}

/**
 * Navigates once, replacing the page in the history. The router's `<Navigate>` navigates again, and aborts its first
 * navigation, whenever it is rendered with another `state` object.
 */
export function Redirect(props: RedirectProps): null {
  const navigate = useNavigate();
  useOnce(() => void navigate(props.to, { replace: true, state: props.state }));
  return null;
}

/** Leaves the page in an effect, once. */
export function useOnce(leave: () => void): void {
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    leave();
  });
}
