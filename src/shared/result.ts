/** What became of a call: its value, or words to show in its place. */
export type Result<T> = { value: T } | { failure: string };

/** An outcome that a page holds: settled, on its way, or `pending` where the server did not wait for it. */
export type AsyncResult<T> = Result<T> | Promise<Result<T>> | { pending: true };

/**
 * Turns a call that may throw into an outcome; the thrown message is shown, or `fallback` when it has none.
 */
export async function toResult<T>(call: Promise<T>, fallback: string): Promise<Result<T>> {
  try {
    return { value: await call };
  } catch (error) {
    return { failure: error instanceof Error && error.message !== '' ? error.message : fallback };
  }
}

/** How long the server waits for a page's data before it leaves the waiting to the browser, ms. */
const serverTimeoutMs = 2_000;

/** What the server knows of an outcome by the time the page must be sent. */
export function withServerTimeout<T>(outcome: Promise<Result<T>>): Promise<Result<T> | { pending: true }> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<{ pending: true }>((resolve) => {
    timer = setTimeout(() => resolve({ pending: true }), serverTimeoutMs);
  });
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}
