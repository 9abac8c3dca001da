/** What a visitor answered to the question about outside services. */
export type Choice = 'accepted' | 'declined';

const key = 'privacy-choice';
const lastsMs = 180 * 86_400_000;

interface Kept {
  choice: Choice;
  /** Milliseconds since 1970. */
  at: number;
}

/** Whether the browser says no by itself (Global Privacy Control), which no other answer outweighs. */
export const browserSaysNo = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The answer that counts now; `null` when there is none, or one of half a year ago. */
export function choiceNow(now = Date.now()): Choice | null {
  try {
    const { choice, at } = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept;
    const isOne = choice === 'accepted' || choice === 'declined';
    return isOne && at <= now && now - at < lastsMs ? choice : null;
  } catch {
    return null;
  }
}

/** Keeps an answer in this browser; one that keeps nothing is asked again. */
export function keepChoice(choice: Choice, at = Date.now()): void {
  try {
    localStorage.setItem(key, JSON.stringify({ choice, at } satisfies Kept));
  } catch {
    // Storage is off or full: the answer counts until the page is left.
  }
}

/** Calls when another tab of this browser changes the answer. */
export function onChoiceElsewhere(act: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) act();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
