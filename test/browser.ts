export function browserStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const reject = () => {
  throw new Error('storage is off');
};

/** The storage of a browser that forbids it. */
export const refusingStorage = { getItem: reject, setItem: reject, removeItem: reject };
