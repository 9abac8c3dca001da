import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Loading, Outcome } from '../shared/outcome.ts';

interface LoadsProps<T> {
  from: Loading<T>;
  /** Shown until the outcome is known. */
  pending: ReactNode;
  failed: (message: string) => ReactNode;
  children: (value: T) => ReactNode;
}

/** Shows what a page's data is by now: on its way, failed, or there. */
export function Loads<T>({ from, pending, failed, children }: LoadsProps<T>) {
  if ('pending' in from) return <AskAgain>{pending}</AskAgain>;
  if (!(from instanceof Promise)) return show(from, failed, children);
  return (
    <Suspense fallback={pending}>
      <Settled from={from} failed={failed}>
        {children}
      </Settled>
    </Suspense>
  );
}

function Settled<T>({
  from,
  failed,
  children,
}: Omit<LoadsProps<T>, 'from' | 'pending'> & { from: Promise<Outcome<T>> }) {
  return show(use(from), failed, children);
}

function show<T>(
  outcome: Outcome<T>,
  failed: LoadsProps<T>['failed'],
  children: LoadsProps<T>['children'],
): ReactNode {
  return 'value' in outcome ? children(outcome.value) : failed(outcome.failure);
}

/** The server did not wait for this: the browser asks for it itself. */
function AskAgain({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    void revalidate();
  }, [revalidate]);
  return children;
}
