export type Result<T> = { value: T } | { failure: string };

/** `pending` where the server did not wait for the data. */
export type AsyncResult<T> = Result<T> | Promise<Result<T>> | { pending: true };

/** Turns a call into a result with the thrown message, or `fallback` without one. */
export async function toResult<T>(call: Promise<T>, fallback: string): Promise<Result<T>> {
  try {
    return { value: await call };
  } catch (error) {
    return { failure: error instanceof Error && error.message !== '' ? error.message : fallback };
  }
}

/** How long the server waits, ms; after that the browser loads the data. */
const serverTimeoutMs = 2_000;

/** The result, or `pending` if it takes too long. */
export function withServerTimeout<T>(outcome: Promise<Result<T>>): Promise<Result<T> | { pending: true }> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<{ pending: true }>((resolve) => {
    timer = setTimeout(() => resolve({ pending: true }), serverTimeoutMs);
  });
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}
