import type { OutgoingEvent } from './trackers/tracker.ts';

/** A purchase as it may leave the site, under its order. */
export type SentPurchase = Extract<OutgoingEvent, { name: 'Purchase' }> & { orderId: string };

const sentKey = 'measured-orders';
const dueKey = 'measured-due';
const atMost = 100;
const maxPending = 10;

/** What was told since the page was loaded, for a browser that keeps nothing. */
const sentHere = new Set<string>();

const named = (orderId: string, service: string) => `${orderId} ${service}`;

export const wasSent = (orderId: string, service: string): boolean =>
  sentHere.has(named(orderId, service)) || storageKeyFor(sentKey).includes(named(orderId, service));

/**
 * Whether a service has not been told of an order before; from now on it has. A browser that keeps nothing tells it once
 * a page.
 */
export function markSent(orderId: string, service: string): boolean {
  if (wasSent(orderId, service)) return false;
  const name = named(orderId, service);
  sentHere.add(name);
  keepAt(sentKey, [...storageKeyFor(sentKey), name].slice(-atMost));
  return true;
}

/** Purchases of a visitor who agreed that some service has still to hear of, since their page was left too soon. */
export const pendingPurchases = (): SentPurchase[] => storageKeyFor(dueKey).filter(isPurchase);

/** Keeps a purchase until it is told, once. */
export function enqueue(purchase: SentPurchase): void {
  const kept = pendingPurchases();
  if (kept.some(({ orderId }) => orderId === purchase.orderId)) return;
  keepAt(dueKey, [...kept, purchase].slice(-maxPending));
}

/** @param orderId all if left out */
export function dequeue(orderId?: string): void {
  const kept = pendingPurchases();
  const left = orderId === undefined ? [] : kept.filter((purchase) => purchase.orderId !== orderId);
  if (left.length < kept.length) keepAt(dueKey, left);
}

const isPurchase = (kept: unknown): kept is SentPurchase =>
  (kept as SentPurchase | null)?.name === 'Purchase' && Array.isArray((kept as SentPurchase).items);

function storageKeyFor(key: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keepAt(key: string, list: unknown[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Storage is off or full.
  }
}

/** A name for an order whose server gives it none: the same for the same address, which it does not betray. */
export async function orderIdFromUrl(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
