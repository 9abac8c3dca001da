import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../ui/browser/drafts.ts';

/** The unsent reply of a thread, stored in this browser with each key pressed until its host signs out. */
export function useDraft(threadId: string) {
  const [text, setText] = useState('');
  useEffect(() => setText(readDraft(`inbox:${threadId}`)), [threadId]);
  function change(next: string) {
    setText(next);
    writeDraft(`inbox:${threadId}`, next);
  }
  return { text, change };
}
