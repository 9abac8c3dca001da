const storageName = (productId: string) => `checkout-request-key:${productId}`;

/** For a browser that keeps nothing: then a key lives as long as the page. */
const kept = new Map<string, string>();

/**
 * The key under which a purchase of this product is asked for: the same until the attempt has been answered, so that a
 * repeat after a lost answer, even from a new page, opens no second payment.
 */
export function idempotencyKey(productId: string): string {
  const known = read(productId);
  if (known) return known;
  const key = newKey();
  kept.set(productId, key);
  try {
    sessionStorage.setItem(storageName(productId), key);
  } catch {
    // Full or forbidden: the map has it.
  }
  return key;
}

/** The attempt has been answered: the next one is a new purchase. */
export function clearIdempotencyKey(productId: string): void {
  kept.delete(productId);
  try {
    sessionStorage.removeItem(storageName(productId));
  } catch {
    // Then nothing was kept there.
  }
}

function read(productId: string): string | undefined {
  const key = kept.get(productId);
  if (key) return key;
  try {
    return sessionStorage.getItem(storageName(productId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A version 4 UUID; `crypto.randomUUID` exists only on secure origins, and a site tried out on a home network is none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
