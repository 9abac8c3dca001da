import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { SmallButton } from './small-button.tsx';

/** A link to hand on: in full view, and copied with one click where the browser lets it. */
export function CopyLink({ url, label }: { url: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      field.current?.select();
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 3_000);
  };
  return (
    <div className="flex min-w-0 items-center gap-2">
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={url}
        onFocus={({ target }) => target.select()}
        className="min-h-11 min-w-0 grow rounded-lg border border-driftwood/70 bg-sand px-3 text-sm text-ink"
      />
      <SmallButton onClick={() => void copy()} className="min-h-11">
        {isCopied ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy link'}</span>
      </SmallButton>
    </div>
  );
}
