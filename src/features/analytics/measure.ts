import type { Note } from './happening.ts';

const waiting: Note[] = [];
let tell = (note: Note): void => {
  waiting.push(note);
};

/** Notes what a visitor did. It waits for the rest of this module, which loads when the page is at rest. */
export const measure = (note: Note): void => tell(note);

/** Sends what has been and will be noted to a listener, in place of the one before. */
export function listenTo(listener: (note: Note) => void): void {
  tell = listener;
  waiting.splice(0).forEach(listener);
}
