import type { TrackedItem } from './events.ts';

const waiting: TrackedItem[] = [];
let send = (note: TrackedItem): void => {
  waiting.push(note);
};

/** Notes what a visitor did. It waits for the rest of this module, which loads when the page is at rest. */
export const track = (note: TrackedItem): void => send(note);

/** Sends what has been and will be noted to a listener, in place of the one before. */
export function subscribe(listener: (note: TrackedItem) => void): void {
  send = listener;
  waiting.splice(0).forEach(listener);
}
