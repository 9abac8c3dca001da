/** SQLSTATEs of connection errors, shutdown, timeouts, too many connections, deadlocks. */
const passingSqlStates = /^(08|57P|53|57014|55P03|25P03|40)/;

const passingWords =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

const failedConnections = new Set(['ECONNREFUSED', 'ETIMEDOUT']);
/** Files, pipes and clients fail with the same codes; on an outgoing socket they are the database's alone. */
const brokenConnections = new Set(['connect ENOENT', 'read ECONNRESET', 'write ECONNRESET', 'write EPIPE']);

export function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (passingWords.test(error.message)) return true;
  const { code, syscall } = error;
  if (typeof code !== 'string') return false;
  return (
    passingSqlStates.test(code) || failedConnections.has(code) || brokenConnections.has(`${syscall} ${code}`)
  );
}
