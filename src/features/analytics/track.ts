import type { TrackedItem } from './events.ts';

const queue: TrackedItem[] = [];
let send = (item: TrackedItem): void => {
  queue.push(item);
};

/** Queues an event until `subscribe` is called, by what loads when the page is idle. */
export const track = (item: TrackedItem): void => send(item);

/** Sends queued and further items to a listener, which replaces the previous one. */
export function subscribe(listener: (item: TrackedItem) => void): void {
  send = listener;
  queue.splice(0).forEach(listener);
}
