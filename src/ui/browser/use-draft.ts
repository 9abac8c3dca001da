import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from './drafts.ts';

/** Reads and stores an unsent text in this browser, with each key pressed, until its host signs out. */
export function useDraft(name: string) {
  const [text, setText] = useState('');
  useEffect(() => setText(readDraft(name)), [name]);
  function change(next: string) {
    setText(next);
    writeDraft(name, next);
  }
  return { text, change };
}
