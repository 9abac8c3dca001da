import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text of the page; absent if the browser cannot. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <Button variant="quiet" onClick={copy} className="print:hidden">
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}
