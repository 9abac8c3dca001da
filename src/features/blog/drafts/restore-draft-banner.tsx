import { History } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Button } from '../../../ui/button.tsx';

interface RestoreDraftBannerProps {
  savedAt: string;
  isOutdated: boolean;
  onRestore(): void;
  onDiscard(): void;
}

export function RestoreDraftBanner({ savedAt, isOutdated, onRestore, onDiscard }: RestoreDraftBannerProps) {
  return (
    <section
      aria-label="Unsaved draft"
      className="mb-6 flex flex-col gap-4 rounded-2xl bg-peach p-5 sm:flex-row sm:items-center sm:justify-between"
    >
      <p className="flex items-start gap-3 text-ink">
        <History aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ember" />
        <span>
          What you typed until <strong>{formatDateTime(savedAt)}</strong> was never saved to the post.
          {isOutdated && ' The post has been changed since.'}
        </span>
      </p>
      <div className="flex shrink-0 flex-wrap gap-3">
        <Button look="secondary" onClick={onRestore}>
          Restore
        </Button>
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
