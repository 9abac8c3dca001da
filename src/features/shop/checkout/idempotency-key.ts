const storageName = (productId: string) => `checkout-request-key:${productId}`;

/** Holds the keys in a browser without storage, where they live as long as the page. */
const memory = new Map<string, string>();

/** The key of this product's checkout, until the attempt has a response: a retry, even from a new page, pays once. */
export function idempotencyKey(productId: string): string {
  const stored = read(productId);
  if (stored) return stored;
  const key = newKey();
  memory.set(productId, key);
  try {
    sessionStorage.setItem(storageName(productId), key);
  } catch {
    // The storage is full or forbidden; the map has the key.
  }
  return key;
}

/** Clears the key after a response, so that the next attempt is a new purchase. */
export function clearIdempotencyKey(productId: string): void {
  memory.delete(productId);
  try {
    sessionStorage.removeItem(storageName(productId));
  } catch {
    // A browser without storage has no stored key.
  }
}

function read(productId: string): string | undefined {
  const key = memory.get(productId);
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
