import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../shared/http/api-error.ts';
import { loginUrl } from '../../shared/http/return-url.ts';
import { Button, ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';

interface ErrorProps {
  error: Error;
  retry(): void;
}

interface ErrorStateProps extends ErrorProps {
  /** The level of the heading: `h1` where the screen has no other. */
  level?: 'h1' | 'h2';
}

interface Query<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): unknown;
}

interface LoadedProps<T> {
  query: Query<T>;
  pending?: ReactNode;
  failed?(problem: ErrorProps): ReactNode;
  /** The place of a later load's error, once there are data. */
  reloadError?: 'instead' | 'above' | 'hidden';
  children(data: T): ReactNode;
}

/** What a query loads: a skeleton until then, or the error with a button to retry. */
export function Loaded<T>({
  query: { data, error, refetch },
  pending = <Skeleton />,
  failed = ErrorState,
  reloadError = 'instead',
  children,
}: LoadedProps<T>) {
  const isLoaded = data !== undefined;
  return (
    <>
      {error && !(isLoaded && reloadError === 'hidden') && failed({ error, retry: () => void refetch() })}
      {isLoaded && !(error && reloadError === 'instead') && children(data)}
      {!isLoaded && !error && pending}
    </>
  );
}

/** The same, for a screen whose heading is what it loads. */
export const FailedScreen = (problem: ErrorProps) => <ErrorState {...problem} level="h1" />;

/** Two queries as one: both their data, or the error of either. */
export const bothLoaded = <A, B>(a: Query<A>, b: Query<B>): Query<[A, B]> => ({
  data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
  error: a.error ?? b.error,
  refetch: () => Promise.all([a.refetch(), b.refetch()]),
});

/** Replaces a screen's content; a host whose session has ended signs in and comes back. A TypeError is a lost connection. */
export function ErrorState({ error, retry, level = 'h2' }: ErrorStateProps) {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  return (
    <Notice
      icon={CircleAlert}
      level={level}
      title={isSignedOut ? 'You are signed out' : 'Oops! Something went wrong'}
      actions={
        <>
          {isSignedOut && <ButtonLink to={loginUrl(window.location)}>Sign in</ButtonLink>}
          <Button variant={isSignedOut ? 'quiet' : 'primary'} onClick={retry}>
            Retry
          </Button>
        </>
      }
    >
      <p role="alert">{error.message}</p>
      {error instanceof TypeError && <p>There was no answer: please check the connection of this device.</p>}
    </Notice>
  );
}

interface RetryAlertProps {
  error: { message: string };
  retry(): void;
  label?: string;
}

/** Replaces a part of a screen. */
export const RetryAlert = ({ error, retry, label = 'Retry' }: RetryAlertProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-4">
    <p className="text-danger">{error.message}</p>
    <Button variant="quiet" onClick={retry}>
      {label}
    </Button>
  </div>
);

const bars = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** A screen's content that is loading. */
export const Skeleton = () => (
  <div role="status" className="grid gap-6 px-4 py-6 sm:px-6">
    <span className="unseen">Loading...</span>
    <div aria-hidden="true" className="grid animate-pulse gap-6">
      <div className="flex justify-between gap-6">
        <div className="h-9 w-48 rounded-lg bg-dune/70" />
        <div className="hidden h-9 w-64 rounded-lg bg-dune/70 sm:block" />
      </div>
      <RowBars />
    </div>
  </div>
);

/** Rows that are loading. */
export const RowSkeleton = () => (
  <div role="status">
    <span className="unseen">Loading...</span>
    <div aria-hidden="true" className="animate-pulse">
      <RowBars />
    </div>
  </div>
);

const RowBars = () => (
  <div className="grid gap-2 rounded-xl border border-dune bg-white p-3" data-skeleton>
    {bars.map((bar) => (
      <div key={bar} className="h-10 rounded-md bg-sand" />
    ))}
  </div>
);
