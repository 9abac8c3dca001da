/** PostgreSQL's own words for "not now": connection trouble, shutdown, a time limit, too many connections, a deadlock. */
const passingSqlStates = /^(08|57P|53|57014|55P03|25P03|40)/;

const passingWords =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

/** No other service is reached by a bare socket: their clients' failures have codes of their own. */
const failedConnections = new Set(['ECONNREFUSED', 'ETIMEDOUT']);
/** Files, pipes and visitors who hang up fail with the same codes; only on a socket they are the database's. */
const brokenConnections = new Set(['connect ENOENT', 'read ECONNRESET', 'write ECONNRESET', 'write EPIPE']);

/** Whether a failure is the database's, and of the kind that passes by itself. */
export function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (passingWords.test(error.message)) return true;
  const { code, syscall } = error;
  if (typeof code !== 'string') return false;
  return (
    passingSqlStates.test(code) || failedConnections.has(code) || brokenConnections.has(`${syscall} ${code}`)
  );
}
