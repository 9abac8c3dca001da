/** Memoizes a pure function: hundreds of homes share the same few hundred days. The cache is cleared when it is full. */
export function cached<Key, Value>(compute: (key: Key) => Value, maxSize = 5_000): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => {
    const stored = results.get(key);
    if (stored !== undefined) return stored;
    const value = compute(key);
    if (results.size >= maxSize) results.clear();
    results.set(key, value);
    return value;
  };
}
