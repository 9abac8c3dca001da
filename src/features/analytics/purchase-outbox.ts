import type { OutgoingEvent } from './trackers/tracker.ts';

export type SentPurchase = Extract<OutgoingEvent, { name: 'Purchase' }> & { orderId: string };

const sentKey = 'measured-orders';
const pendingKey = 'measured-due';
const maxSent = 100;
const maxPending = 10;

const sentOnThisPage = new Set<string>();

const sentName = (orderId: string, service: string) => `${orderId} ${service}`;

export const wasSent = (orderId: string, service: string): boolean =>
  sentOnThisPage.has(sentName(orderId, service)) || readList(sentKey).includes(sentName(orderId, service));

/** Marks an order as sent to a service; returns false if it was before. Without storage it is sent once a page. */
export function markSent(orderId: string, service: string): boolean {
  if (wasSent(orderId, service)) return false;
  const name = sentName(orderId, service);
  sentOnThisPage.add(name);
  writeList(sentKey, [...readList(sentKey), name].slice(-maxSent));
  return true;
}

export const pendingPurchases = (): SentPurchase[] => readList(pendingKey).filter(isPurchase);

export function enqueue(purchase: SentPurchase): void {
  const pending = pendingPurchases();
  if (pending.some(({ orderId }) => orderId === purchase.orderId)) return;
  writeList(pendingKey, [...pending, purchase].slice(-maxPending));
}

export function dequeue(orderId?: string): void {
  const pending = pendingPurchases();
  const rest = orderId === undefined ? [] : pending.filter((purchase) => purchase.orderId !== orderId);
  if (rest.length < pending.length) writeList(pendingKey, rest);
}

const isPurchase = (value: unknown): value is SentPurchase =>
  (value as SentPurchase | null)?.name === 'Purchase' && Array.isArray((value as SentPurchase).items);

function readList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function writeList(key: string, list: unknown[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Storage is off or full.
  }
}

/** Derives an id for an order without one: stable for the URL, which it does not reveal. */
export async function orderIdFromUrl(url: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
