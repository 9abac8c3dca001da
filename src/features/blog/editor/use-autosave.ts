import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { draft } from './calls.ts';
import type { DraftContent } from './post-form.ts';

/** A pause in typing before it is saved, and the longest wait of typing without a pause. */
const pauseMs = 1_500;
const maxWaitMs = 10_000;
const retryMs = 5_000;

export type SaveState =
  | { kind: 'untouched' | 'waiting' | 'saving' }
  /** `message` is the server's reason to reject it, else empty: then another attempt may succeed. */
  | { kind: 'failed'; message: string }
  | { kind: 'saved'; at: number };

interface AutosaveOptions {
  postKey: string;
  content: DraftContent;
  baseVersion: string | null;
  /** Nothing is saved while an older draft can still be restored. */
  isPaused: boolean;
}

/** Converts the error of a draft's call to the state that is shown. */
export const toFailedState = (error: unknown): SaveState => ({
  kind: 'failed',
  message: error instanceof ApiError && error.isRejection ? error.message : '',
});

/** Saves what is typed as a draft on the server. */
export function useAutosave({ postKey, content, baseVersion, isPaused }: AutosaveOptions) {
  const [state, setState] = useState<SaveState>({ kind: 'untouched' });
  const text = JSON.stringify(content);
  const saved = useRef(text);
  const latest = useRef({ text, content });
  latest.current = { text, content };
  const waitingSince = useRef(0);
  const running = useRef<Promise<boolean>>(undefined);
  const isOver = useRef(false);
  const [attempt, setAttempt] = useState(0);

  async function send(): Promise<boolean> {
    const sent = latest.current;
    let isSaved = false;
    setState({ kind: 'saving' });
    try {
      await draft.save({ key: postKey, json: { content: sent.content, base_version: baseVersion } });
      saved.current = sent.text;
      isSaved = true;
      setState({ kind: 'saved', at: Date.now() });
    } catch (error) {
      setState(toFailedState(error));
    }
    waitingSince.current = 0;
    running.current = undefined;
    setAttempt((before) => before + 1);
    return isSaved;
  }
  const save = async (): Promise<boolean> => {
    // A timer that was set before the stop may fire after it.
    if (isOver.current) return false;
    running.current ??= send();
    return running.current;
  };
  const saveNow = useRef(save);
  saveNow.current = save;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again what was typed since
  useEffect(() => {
    if (isPaused || isOver.current || running.current || text === saved.current) return;
    const now = Date.now();
    waitingSince.current ||= now;
    setState((before) => (before.kind === 'failed' ? before : { kind: 'waiting' }));
    const untilMax = Math.max(0, waitingSince.current + maxWaitMs - now);
    const wait = state.kind === 'failed' ? retryMs : Math.min(pauseMs, untilMax);
    const timer = setTimeout(() => void saveNow.current(), wait);
    return () => clearTimeout(timer);
  }, [text, isPaused, attempt]);

  return {
    state,
    /** Saves now what is not saved. @returns whether all that was typed is saved */
    async flush(): Promise<boolean> {
      await running.current;
      if (latest.current.text === saved.current) return true;
      return !isPaused && save();
    },
    /** Sends nothing more, and waits for what is being sent. */
    async stop(): Promise<void> {
      isOver.current = true;
      await running.current;
    },
    resume(): void {
      isOver.current = false;
      setAttempt((before) => before + 1);
    },
    /** Takes what came from the server as saved. */
    markSaved(restored: DraftContent): void {
      saved.current = JSON.stringify(restored);
    },
  };
}
