import { useEffect, useState } from 'react';

const storageKey = (threadId: string) => `inbox-draft:${threadId}`;

function read(threadId: string): string {
  try {
    return localStorage.getItem(storageKey(threadId)) ?? '';
  } catch {
    return '';
  }
}

/** The unsent answer of a thread, stored in this browser with each key pressed. */
export function useDraft(threadId: string) {
  const [text, setText] = useState('');
  useEffect(() => setText(read(threadId)), [threadId]);
  function change(next: string) {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(storageKey(threadId));
      else localStorage.setItem(storageKey(threadId), next);
    } catch {
      // A browser that stores nothing has it on the screen alone.
    }
  }
  return { text, change };
}
