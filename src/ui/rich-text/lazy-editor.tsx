import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import type { RichTextEditorProps } from './types.ts';

/** Loads its large library when the first editor appears. */
export function RichTextEditor(props: RichTextEditorProps) {
  const [Area, setArea] = useState<ComponentType<RichTextEditorProps>>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    import('./editor.tsx').then(
      ({ RichTextArea }) => isCurrent && setArea(() => RichTextArea),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  if (Area) return <Area {...props} />;
  return (
    <div className="grid min-h-60 place-content-center gap-3 rounded-xl border border-driftwood/70 bg-sand p-4 text-center">
      {failed ? (
        <>
          <p role="alert">The editor could not be loaded.</p>
          <Button variant="quiet" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </>
      ) : (
        <p role="status" className="text-slate">
          Loading the editor...
        </p>
      )}
    </div>
  );
}
