import type { Told } from './adapter.ts';

/** A purchase as it may leave the site, under its order. */
export type ToldPurchase = Extract<Told, { name: 'Purchase' }> & { orderId: string };

const toldKey = 'measured-orders';
const dueKey = 'measured-due';
const atMost = 100;
const mostDue = 10;

/** What was told since the page was loaded, for a browser that keeps nothing. */
const toldHere = new Set<string>();

const named = (orderId: string, service: string) => `${orderId} ${service}`;

export const wasTold = (orderId: string, service: string): boolean =>
  toldHere.has(named(orderId, service)) || keptAt(toldKey).includes(named(orderId, service));

/**
 * Whether a service has not been told of an order before; from now on it has. A browser that keeps nothing tells it once
 * a page.
 */
export function isFirstTold(orderId: string, service: string): boolean {
  if (wasTold(orderId, service)) return false;
  const name = named(orderId, service);
  toldHere.add(name);
  keepAt(toldKey, [...keptAt(toldKey), name].slice(-atMost));
  return true;
}

/** Purchases of a visitor who agreed that some service has still to hear of, since their page was left too soon. */
export const duePurchases = (): ToldPurchase[] => keptAt(dueKey).filter(isPurchase);

/** Keeps a purchase until it is told, once. */
export function keepDue(purchase: ToldPurchase): void {
  const kept = duePurchases();
  if (kept.some(({ orderId }) => orderId === purchase.orderId)) return;
  keepAt(dueKey, [...kept, purchase].slice(-mostDue));
}

/** @param orderId all if left out */
export function forgetDue(orderId?: string): void {
  const kept = duePurchases();
  const left = orderId === undefined ? [] : kept.filter((purchase) => purchase.orderId !== orderId);
  if (left.length < kept.length) keepAt(dueKey, left);
}

const isPurchase = (kept: unknown): kept is ToldPurchase =>
  (kept as ToldPurchase | null)?.name === 'Purchase' && Array.isArray((kept as ToldPurchase).items);

function keptAt(key: string): unknown[] {
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
export async function orderOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
