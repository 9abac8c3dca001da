import { Button } from '../button.tsx';

interface LoadMoreProps {
  list: { hasMore: boolean; isLoading: boolean; loadMore(): void };
  /** Names the list for screen readers, where a page has several. */
  of?: string;
  className?: string;
}

export function LoadMore({ list, of, className }: LoadMoreProps) {
  if (!list.hasMore) return null;
  return (
    <Button variant="quiet" disabled={list.isLoading} onClick={list.loadMore} className={className}>
      <span>Show more{of && <span className="unseen">: {of}</span>}</span>
    </Button>
  );
}
