import { CircleAlert, CloudCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatSavedAgo } from '../editor/post-form.ts';
import type { SaveState } from './use-autosave.ts';

const labels = {
  untouched: '',
  waiting: 'Not saved yet',
  saving: 'Saving draft...',
  failed: 'Not saved: trying again',
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
    ? 'Not saved while an older draft waits above'
    : state.kind === 'saved'
      ? formatSavedAgo(state.at, Math.max(now, state.at))
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
        {state.kind === 'failed' ? 'The draft could not be saved' : ''}
      </span>
    </p>
  );
}
