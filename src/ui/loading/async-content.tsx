import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { AsyncResult } from '../../shared/result.ts';

interface LoadsProps<T> {
  from: AsyncResult<T>;
  /** Shown until the outcome is known. */
  pending: ReactNode;
  failed: (message: string) => ReactNode;
  children: (value: T) => ReactNode;
}

/**
 * Shows what a page's data is by now: on its way, failed, or there. Its shape is the same in each case, so that what
 * people typed into a part that is there stays when the page asks for its data again.
 */
export function AsyncContent<T>(props: LoadsProps<T>) {
  return (
    <Suspense fallback={props.pending}>
      <Resolved {...props} />
    </Suspense>
  );
}

function Resolved<T>({ from, pending, failed, children }: LoadsProps<T>) {
  const outcome = from instanceof Promise ? use(from) : from;
  if ('pending' in outcome) return <Revalidate>{pending}</Revalidate>;
  return 'value' in outcome ? children(outcome.value) : failed(outcome.failure);
}

let asking = false;

/** The server did not wait for this: the browser asks for it itself, once for all parts of the page. */
function Revalidate({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (asking) return;
    asking = true;
    void revalidate().finally(() => {
      asking = false;
    });
  }, [revalidate]);
  return children;
}
