/** PostgreSQL's own words for "not now": connection trouble, shutdown, a time limit, too many connections, a deadlock. */
const passingSqlStates = /^(08|57P|53|57014|55P03|25P03|40)/;
const passingSystemErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

const passingWords =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

/** Whether a failure is the database's, and of the kind that passes by itself. */
export function isDatabaseAway(error: Error & { code?: unknown }): boolean {
  if (passingWords.test(error.message)) return true;
  return (
    typeof error.code === 'string' &&
    (passingSqlStates.test(error.code) || passingSystemErrors.has(error.code))
  );
}
