/** Where a browser keeps the visitor's answer. */
export const choiceKey = 'privacy-choice';

/**
 * Whether the visitor seems to have agreed, so that the rest of this module is worth loading before the page is at rest.
 * It may be wrong: `choiceNow` knows.
 */
export function likelyConsented(): boolean {
  try {
    return !!localStorage.getItem(choiceKey)?.includes('accepted');
  } catch {
    return false;
  }
}
