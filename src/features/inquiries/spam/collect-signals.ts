import { type SpamSignals, shortestHumanMs } from './spam-check.ts';

/**
 * Gathers what tells a robot from the person who sends a form. The hidden field is emptied, so that sending again
 * succeeds; people whose browser filled in everything wait out the moment that nobody types within.
 * @param shownAt when the form was shown, by `performance.now()`
 */
export async function collectSpamSignals(form: HTMLFormElement, shownAt: number): Promise<SpamSignals> {
  const trap = form.elements.namedItem('website') as HTMLInputElement;
  const website = trap.value || undefined;
  trap.value = '';
  const waitMs = Math.max(0, shownAt + shortestHumanMs + 50 - performance.now());
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return { website, elapsedMs: Math.round(performance.now() - shownAt) };
}
