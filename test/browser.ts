/** A browser's storage, for which a map is enough. */
export function browserStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const refuse = () => {
  throw new Error('storage is off');
};

/** The storage of a browser that keeps nothing. */
export const refusingStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
