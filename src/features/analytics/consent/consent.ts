export type ConsentChoice = 'accepted' | 'declined';

const storageKey = 'privacy-choice';
const lifetimeMs = 180 * 86_400_000;

interface StoredConsent {
  choice: ConsentChoice;
  at: number;
}

/** Whether the browser declines by Global Privacy Control, which outweighs any choice. */
export const hasGpc = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Returns the visitor's choice; `null` for none, or one older than half a year. */
export function getConsent(now = Date.now()): ConsentChoice | null {
  try {
    const { choice, at } = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as StoredConsent;
    const isChoice = choice === 'accepted' || choice === 'declined';
    return isChoice && at <= now && now - at < lifetimeMs ? choice : null;
  } catch {
    return null;
  }
}

export function saveConsent(choice: ConsentChoice, at = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ choice, at } satisfies StoredConsent));
  } catch {
    // Storage is off or full: the choice holds until the page is left.
  }
}

/** Calls when another tab may have changed the choice, also while this page lay in the back/forward cache. */
export function onConsentChange(act: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) act();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onPageShow);
  };
}
