const maxAttempts = 5;

/** The victim of a deadlock, and a transaction that could not be put in order with others. */
const lostRaces = ['40P01', '40001'];

/**
 * Runs a transaction, and again while it loses a race against others.
 * @param more further SQLSTATEs that mean a lost race
 * @throws what the fifth attempt throws, and every other error at once
 */
export async function retried<Result>(
  transact: () => Promise<Result>,
  more: readonly string[] = [],
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      if (attempt >= maxAttempts || ![...lostRaces, ...more].includes(code)) throw error;
    }
  }
}
