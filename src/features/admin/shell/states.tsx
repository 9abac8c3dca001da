import { CircleAlert, FilterX, Inbox } from 'lucide-react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { loginUrl } from './access.ts';
import { Notice } from './access-states.tsx';

/** Replaces a table that could not be loaded; a host whose session has ended signs in and comes back. */
export function ErrorState({ error, retry }: { error: Error; retry(): void }) {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  return (
    <Notice
      icon={CircleAlert}
      title="Oops! Something went wrong"
      actions={
        <>
          <Button onClick={retry}>Retry</Button>
          {isSignedOut && (
            <ButtonLink variant="quiet" to={loginUrl(window.location)}>
              Sign in
            </ButtonLink>
          )}
        </>
      }
    >
      <p role="alert">{error.message}</p>
    </Notice>
  );
}

interface EmptyStateProps {
  canCreate: boolean;
  isFiltered: boolean;
  clear(): void;
}

/** Replaces a table without rows: why there are none, and what helps. */
export function EmptyState({ canCreate, isFiltered, clear }: EmptyStateProps) {
  return isFiltered ? (
    <Notice
      icon={FilterX}
      title="Nothing matches"
      actions={<SmallButton onClick={clear}>Clear search and filters</SmallButton>}
    >
      <p>No row matches the search and the filters.</p>
    </Notice>
  ) : (
    <Notice icon={Inbox} title="No rows yet">
      <p>{canCreate ? 'Add the first one with “Add New”.' : 'Rows appear here by themselves.'}</p>
    </Notice>
  );
}

const bars = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

export function Skeleton() {
  return (
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
}

export function RowSkeleton() {
  return (
    <div role="status">
      <span className="unseen">Loading...</span>
      <div aria-hidden="true" className="animate-pulse">
        <RowBars />
      </div>
    </div>
  );
}

const RowBars = () => (
  <div className="grid gap-2 rounded-xl border border-dune bg-white p-3" data-skeleton>
    {bars.map((bar) => (
      <div key={bar} className="h-10 rounded-md bg-sand" />
    ))}
  </div>
);
