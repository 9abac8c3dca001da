const prefix = 'draft:';

/** How long a draft lasts: in this browser, or until its tab is closed. */
type DraftStorage = 'browser' | 'tab';

/** @throws DOMException in a browser that forbids storage */
const openStorage = (storage: DraftStorage): Storage =>
  storage === 'browser' ? localStorage : sessionStorage;

/** Reads the text that was typed and not sent in this browser; '' without one, or without storage. */
export function readDraft(name: string, storage: DraftStorage = 'browser'): string {
  try {
    return openStorage(storage).getItem(prefix + name) ?? '';
  } catch {
    return '';
  }
}

/** Stores a draft, or deletes it where it is empty. */
export function writeDraft(name: string, text: string, storage: DraftStorage = 'browser'): void {
  try {
    if (text === '') openStorage(storage).removeItem(prefix + name);
    else openStorage(storage).setItem(prefix + name, text);
  } catch {
    // A browser that stores nothing only has the draft on the screen.
  }
}

/** Deletes the drafts of this browser and of this tab at sign-out, so that the next user finds none. */
export function clearDrafts(): void {
  for (const storage of ['browser', 'tab'] as const) {
    try {
      const stored = openStorage(storage);
      // Drafts of an earlier version had a name of their own.
      for (const key of Object.keys(stored))
        if (key.startsWith(prefix) || key.startsWith('inbox-draft:')) stored.removeItem(key);
    } catch {
      // A browser without storage has stored nothing.
    }
  }
}
