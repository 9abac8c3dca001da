import { CircleAlert, CloudCheck, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { formatSavedAgo } from './post-form.ts';
import type { SaveState } from './use-autosave.ts';

const labels = {
  untouched: '',
  waiting: 'Not saved yet',
  saving: 'Saving draft...',
};

export function SaveStatus({ state, isPaused }: { state: SaveState; isPaused: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  const isSaved = state.kind === 'saved';
  useEffect(() => {
    if (!isSaved) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isSaved]);
  const text = isPaused
    ? 'Paused: an older draft waits above'
    : state.kind === 'saved'
      ? formatSavedAgo(state.at, Math.max(now, state.at))
      : state.kind === 'failed'
        ? state.message || 'Not saved: trying again'
        : labels[state.kind];
  return (
    <p
      data-save-state={state.kind}
      className="flex min-h-6 items-center gap-2 text-sm text-slate tabular-nums"
    >
      {isSaved && !isPaused && <CloudCheck aria-hidden="true" className="size-5 text-leaf" />}
      {state.kind === 'failed' && <CircleAlert aria-hidden="true" className="size-5 text-danger" />}
      <span>{text}</span>
      {/* Announced once, not each second. */}
      <span role="status" className="unseen">
        {state.kind === 'failed' ? `The draft could not be saved. ${state.message}` : ''}
      </span>
    </p>
  );
}

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
        <Button variant="secondary" onClick={onRestore}>
          Restore
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
