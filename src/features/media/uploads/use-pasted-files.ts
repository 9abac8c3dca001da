import { type ClipboardEvent, useLayoutEffect, useState } from 'react';

/**
 * Receives files pasted into an upload control: where `onPaste` is set, and with `anywhere` also if no element has the
 * focus.
 */
export function usePastedFiles(anywhere = false) {
  const [files, setFiles] = useState<readonly File[]>();
  // What is seen takes files at once: a paste before that would be lost.
  useLayoutEffect(() => {
    if (!anywhere) return;
    const take = (event: globalThis.ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      if (event.target === document.body && pasted.length > 0) setFiles(pasted);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [anywhere]);
  return {
    files,
    onPaste(event: ClipboardEvent) {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      setFiles(pasted);
    },
  };
}
