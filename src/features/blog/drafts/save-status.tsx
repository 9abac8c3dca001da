import { CircleAlert, CloudCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatSavedAgo } from '../editor/post-form.ts';
import type { SaveState } from './use-autosave.ts';

const words = {
  untouched: '',
  waiting: 'Not saved yet',
  saving: 'Saving draft...',
  failed: 'Not saved: trying again',
};

/** What has become of the typed text; counts the time since it was last kept. */
export function SaveStatus({ state, isHeld }: { state: SaveState; isHeld: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  const isSaved = state.kind === 'saved';
  useEffect(() => {
    if (!isSaved) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isSaved]);
  const text = isHeld
    ? 'Not saved while an older draft waits above'
    : state.kind === 'saved'
      ? formatSavedAgo(state.at, Math.max(now, state.at))
      : words[state.kind];
  return (
    <p
      data-save-state={state.kind}
      className="flex min-h-6 items-center gap-2 text-sm text-slate tabular-nums"
    >
      {isSaved && !isHeld && <CloudCheck aria-hidden="true" className="size-5 text-leaf" />}
      {state.kind === 'failed' && <CircleAlert aria-hidden="true" className="size-5 text-danger" />}
      <span>{text}</span>
      {/* Told once, not each second. */}
      <span role="status" className="unseen">
        {state.kind === 'failed' ? 'The draft could not be saved' : ''}
      </span>
    </p>
  );
}
