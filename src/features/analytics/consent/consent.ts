import { choiceKey as key } from './stored-consent.ts';

/** What a visitor answered to the question about outside services. */
export type Choice = 'accepted' | 'declined';

const lastsMs = 180 * 86_400_000;

interface StoredConsent {
  choice: Choice;
  /** Milliseconds since 1970. */
  at: number;
}

/** Whether the browser says no by itself (Global Privacy Control), which no other answer outweighs. */
export const hasGpc = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The answer that counts now; `null` when there is none, or one of half a year ago. */
export function getConsent(now = Date.now()): Choice | null {
  try {
    const { choice, at } = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredConsent;
    const isOne = choice === 'accepted' || choice === 'declined';
    return isOne && at <= now && now - at < lastsMs ? choice : null;
  } catch {
    return null;
  }
}

/** Keeps an answer in this browser; one that keeps nothing is asked again. */
export function saveConsent(choice: Choice, at = Date.now()): void {
  try {
    localStorage.setItem(key, JSON.stringify({ choice, at } satisfies StoredConsent));
  } catch {
    // Storage is off or full: the answer counts until the page is left.
  }
}

/**
 * Calls when another page of this browser may have changed the answer: in another tab, or before this one came back from
 * the browser's cache, where it heard nothing.
 */
export function onConsentChange(act: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) act();
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('storage', listen);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('storage', listen);
    removeEventListener('pageshow', comeBack);
  };
}
