const prefix = 'draft:';

/** Reads the text that was typed and not sent in this browser; '' without one, or without storage. */
export function readDraft(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? '';
  } catch {
    return '';
  }
}

/** Stores a draft, or deletes it where it is empty. */
export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, text);
  } catch {
    // A browser that stores nothing only has the draft on the screen.
  }
}

/** Deletes every draft at sign-out, so that the next user of this browser finds none. */
export function clearDrafts(): void {
  try {
    // Drafts of an earlier version had a name of their own.
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) || key.startsWith('inbox-draft:')) localStorage.removeItem(key);
  } catch {
    // A browser without storage has stored nothing.
  }
}
