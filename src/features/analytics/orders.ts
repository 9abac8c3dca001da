const key = 'measured-orders';
const atMost = 50;

/**
 * Whether an order has not been told before; from now on it has. A browser that keeps nothing tells it once a page.
 */
export function isFirstTold(orderId: string): boolean {
  if (told.has(orderId)) return false;
  told.add(orderId);
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    const orders = Array.isArray(kept) ? kept : [];
    if (orders.includes(orderId)) return false;
    localStorage.setItem(key, JSON.stringify([...orders, orderId].slice(-atMost)));
  } catch {
    // Storage is off, full, or holds something else.
  }
  return true;
}

const told = new Set<string>();

/** A name for an order whose server gives it none: the same for the same address, which it does not betray. */
export async function orderOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
