import { Button } from '../../../ui/button.tsx';

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
