import { type ComponentType, useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** A picture chosen for a text: its path on this site, and what it shows. */
export interface ChosenPicture {
  src: string;
  alt: string;
}

/** Lets somebody choose a picture, beginning with a file that they dropped; null when they think better of it. */
export type PickPicture = (file?: File) => Promise<ChosenPicture | null>;

export interface RichTextEditorProps {
  /** Unique on the page; `${id}-error` is the element with the error's words. */
  id: string;
  /** The id of the element that names the field. */
  labelledBy: string;
  /** The HTML to begin with; later changes come from the editor alone. */
  value: string;
  required?: boolean;
  error?: string;
  disabled?: boolean;
  /** The text as HTML, '' when there is none. */
  onChange(html: string): void;
  pickPicture?: PickPicture;
}

/**
 * A text with headers 1 to 3, bold, italic, underline, strike, lists, links and pictures. Its library is large and loaded
 * when the first editor appears.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const [Area, setArea] = useState<ComponentType<RichTextEditorProps>>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads anew
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    import('./rich-text-area.tsx').then(
      ({ RichTextArea }) => isWanted && setArea(() => RichTextArea),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);

  if (Area) return <Area {...props} />;
  return (
    <div className="grid min-h-60 place-content-center gap-3 rounded-xl border border-driftwood/70 bg-sand p-4 text-center">
      {failed ? (
        <>
          <p role="alert">The editor could not be loaded.</p>
          <Button look="quiet" onClick={() => setAttempt(attempt + 1)}>
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
