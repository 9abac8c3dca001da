/** Connections per group of statements, so that a locked table never takes them all; a statement's tables together are one group. */
const maxConnections = {
  /** Statements outside transactions with the same tables. */
  tables: 3,
  /** Transactions with the same first statement: one action's. */
  action: 3,
  transactions: 6,
};
/** With the lock timeout of 2 s, a request that needs a locked table ends within 3 s. */
const stalledMs = 700;
const maxWaitMs = 3_000;

type Leave = () => void;

export interface Bulkhead {
  /** Waits for a slot in every group. @throws Error SQLSTATE 53300 after 0.7 s in a stalled group (nothing ended for 0.7 s), 3 s in a busy one */
  enter(groups: readonly string[]): Promise<Leave>;
}

interface Waiting {
  groups: readonly string[];
  resolve(leave: Leave): void;
}

export function createBulkhead(): Bulkhead {
  const inside = new Map<string, number>();
  const lastEndedAt = new Map<string, number>();
  const queue = new Set<Waiting>();

  const count = (group: string): number => inside.get(group) ?? 0;
  const isFull = (group: string): boolean => count(group) >= maxFor(group);

  function take(groups: readonly string[]): Leave {
    for (const group of groups) inside.set(group, count(group) + 1);
    return () => {
      for (const group of groups) {
        if (count(group) > 1) inside.set(group, count(group) - 1);
        else inside.delete(group);
        lastEndedAt.set(group, performance.now());
      }
      for (const next of queue) {
        if (next.groups.some(isFull)) continue;
        queue.delete(next);
        next.resolve(take(next.groups));
      }
      if (inside.size === 0) lastEndedAt.clear();
    };
  }

  function waitFor(groups: readonly string[]): Promise<Leave> {
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const waiting: Waiting = { groups, resolve };
    queue.add(waiting);
    const isStalled = (group: string) =>
      isFull(group) && performance.now() - (lastEndedAt.get(group) ?? 0) >= stalledMs;
    const check = setInterval(() => {
      if (performance.now() - since < maxWaitMs && !groups.some(isStalled)) return;
      queue.delete(waiting);
      reject(tooBusy(groups.filter(isFull)));
    }, stalledMs);
    return promise.finally(() => clearInterval(check));
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
  if (group === transactions) return maxConnections.transactions;
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
