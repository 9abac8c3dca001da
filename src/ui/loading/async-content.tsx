import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { AsyncResult } from '../../shared/result.ts';

interface LoadsProps<T> {
  from: AsyncResult<T>;
  pending: ReactNode;
  failed: (message: string) => ReactNode;
  children: (value: T) => ReactNode;
}

/** Renders pending, failed or loaded content in one tree, so that typed input survives a revalidation. */
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

/** Loads in the browser what the server did not wait for, once per page. */
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
