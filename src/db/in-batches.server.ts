const batchRows = 2_000;
/** The rows left after this time wait for the next run. */
const maxRunMs = 15_000;

/**
 * Repeats a statement, which must end well within the statement's limit, until it changes fewer rows than it may, for at most
 * 15 s.
 * @param change the rows, at most `limit`; returns how many
 * @returns how many in all
 */
export async function inBatches(
  change: (limit: number) => Promise<number>,
  limit = batchRows,
): Promise<number> {
  const endsAt = performance.now() + maxRunMs;
  let changed = 0;
  for (;;) {
    const rows = await change(limit);
    changed += rows;
    if (rows < limit || performance.now() > endsAt) return changed;
  }
}
