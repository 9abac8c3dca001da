/**
 * The connections that each group of statements may take, so that a locked table never takes all. The tables of one
 * statement form one group.
 */
const maxConnections = {
  /** Statements outside transactions with the same tables. */
  tables: 3,
  /** Transactions with the same first statement: one action's. */
  action: 3,
  transactions: 6,
};
/** A group stalled this long rejects; with the lock timeout of 2 s, a request for a locked table ends within 3 s. */
const stalledMs = 1_500;
const minWaitMs = 700;
const maxWaitMs = 3_000;
const checkEveryMs = 250;

type Leave = () => void;

export interface Bulkhead {
  /**
   * Waits for a slot in every group.
   * @throws Error SQLSTATE 53300 after 1.5 s in a group where no statement began or ended, and after 3 s in a busy one
   */
  enter(groups: readonly string[]): Promise<Leave>;
}

interface WaitingCall {
  groups: readonly string[];
  resolve(leave: Leave): void;
}

/**
 * @param timeoutFactor makes every wait so many times longer
 * @param connections how many there are at least: transactions never take the last
 */
export function createBulkhead(timeoutFactor = 1, connections = Number.POSITIVE_INFINITY): Bulkhead {
  const maxTransactions = Math.max(1, Math.min(maxConnections.transactions, connections - 1));
  const inside = new Map<string, number>();
  const lastMovedAt = new Map<string, number>();
  const queue = new Set<WaitingCall>();

  const count = (group: string): number => inside.get(group) ?? 0;
  const isFull = (group: string): boolean =>
    count(group) >= (group === transactions ? maxTransactions : maxFor(group));

  function take(groups: readonly string[]): Leave {
    for (const group of groups) {
      inside.set(group, count(group) + 1);
      lastMovedAt.set(group, performance.now());
    }
    return () => {
      for (const group of groups) {
        if (count(group) > 1) inside.set(group, count(group) - 1);
        else inside.delete(group);
        lastMovedAt.set(group, performance.now());
      }
      for (const next of queue) {
        if (next.groups.some(isFull)) continue;
        queue.delete(next);
        next.resolve(take(next.groups));
      }
      if (inside.size === 0) lastMovedAt.clear();
    };
  }

  function waitFor(groups: readonly string[]): Promise<Leave> {
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const waiting: WaitingCall = { groups, resolve };
    queue.add(waiting);
    let checkedAt = since;
    // A pause of the machine stops the database too, so it does not count as waiting.
    let pausedMs = 0;
    const isStalled = (group: string) => {
      const movedAt = lastMovedAt.get(group) ?? since;
      return isFull(group) && performance.now() - movedAt - pausedMs >= stalledMs * timeoutFactor;
    };
    function check(): void {
      const now = performance.now();
      pausedMs += Math.max(0, now - checkedAt - 2 * checkEveryMs);
      checkedAt = now;
      const waitedMs = now - since - pausedMs;
      if (waitedMs < minWaitMs * timeoutFactor) return;
      if (waitedMs < maxWaitMs * timeoutFactor && !groups.some(isStalled)) return;
      if (queue.delete(waiting)) reject(tooBusy(groups.filter(isFull)));
    }
    // The I/O phase comes first: responses that arrived during a pause of this process are read before the check.
    const checking = setInterval(() => setImmediate(check), checkEveryMs);
    return promise.finally(() => clearInterval(checking));
  }

  return {
    async enter(groups) {
      return groups.some(isFull) ? waitFor(groups) : take(groups);
    },
  };
}

const tooBusy = (groups: readonly string[]): Error =>
  Object.assign(new Error(`too many statements wait already: ${groups.join(', ')}`), { code: '53300' });

const transactions = 'transactions';
const actionPrefix = 'transaction: ';

function maxFor(group: string): number {
  return group.startsWith(actionPrefix) ? maxConnections.action : maxConnections.tables;
}

export const transactionGroups = (first: string): string[] => [transactions, actionPrefix + first];

const namedTable =
  /(?<!distinct\s+)\b(?:from|join)\s+(?:only\s+)?"?([a-z_]\w*)\b"?(?!\s*\()|\b(?:into|update)\s+(?!set\b|of\b|skip\b|nowait\b)"?([a-z_]\w*)/gi;

/** Names the tables of a statement outside a transaction; none without tables. */
export function statementGroups(sql: string): string[] {
  const tables = new Set([...sql.matchAll(namedTable)].map(([, read, written]) => read ?? written));
  return tables.size > 0 ? [[...tables].sort().join(' ')] : [];
}
