/** A browser's storage, for which a map is enough. */
export function browserStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const refuse = () => {
  throw new Error('storage is off');
};

/** The storage of a browser that keeps nothing. */
export const refusingStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
