import { Button } from '../../../ui/button.tsx';

export function LibraryFailure({ message, onRetry }: { message: string; onRetry(): void }) {
  if (!message) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
      {message}
      <Button variant="quiet" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface LoadMoreProps {
  library: { hasMore: boolean; isLoading: boolean; loadMore(): void };
  className?: string;
}

export function LoadMore({ library, className }: LoadMoreProps) {
  if (!library.hasMore) return null;
  return (
    <Button variant="quiet" disabled={library.isLoading} onClick={library.loadMore} className={className}>
      Show more
    </Button>
  );
}
