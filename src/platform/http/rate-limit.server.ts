import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../../db/client.server.ts';
import { deleteInBatches } from '../../db/delete-in-batches.server.ts';
import { AppError } from '../../shared/errors.ts';

/** A limit of `points` uses by one key within `seconds`, counted over all processes. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  message: string;
}

/**
 * @param points 1 by default; 0 uses nothing, and is rejected while the limit is used up
 * @throws AppError `tooMany` with the seconds to wait, once the limit is used up
 */
export type RateLimiter = (limit: Limit, key: string, points?: number) => Promise<void>;

/**
 * Counts points in PostgreSQL; repeated keys and exhausted ones are served from memory, so that a flood costs few
 * writes. An IPv6 client counts for its /48, too, which has eight times the points.
 */
export function createLimits(pool: Pick<pg.Pool, 'query'>): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const lastUses = new Map<string, Promise<void>>();

  function getLimiter(limit: Limit): RateLimiterPostgres {
    let limiter = limiters.get(limit.name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: limit.name,
        points: limit.points,
        duration: limit.seconds,
        inMemoryBlockOnConsumed: limit.points,
      });
      limiters.set(limit.name, limiter);
    }
    return limiter;
  }

  async function consume(limit: Limit, key: string, points: number): Promise<void> {
    try {
      await getLimiter(limit).consume(key, points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new AppError('tooMany', limit.message, { retryAfterSeconds });
    }
  }

  const use = (limit: Limit, key: string, points: number): Promise<void> => {
    const name = `${limit.name}:${key}`;
    // A rejected or failed use rejects those that wait for it.
    const last = (lastUses.get(name) ?? Promise.resolve()).then(() => consume(limit, key, points));
    lastUses.set(name, last);
    const remove = () => {
      if (lastUses.get(name) === last) lastUses.delete(name);
    };
    last.then(remove, remove);
    return last;
  };

  return (limit, key, points = 1) => {
    const network = networkPrefix(key);
    const own = use(limit, key, points);
    return network === null ? own : own.then(() => use(ofNetwork(limit), network, points));
  };
}

/** One customer often has 2^8 or 2^16 of the networks that count as clients. */
export const networkFactor = 8;
const ofNetwork = (limit: Limit): Limit => ({
  ...limit,
  name: `${limit.name}-network`,
  points: limit.points * networkFactor,
});

/** Returns what the keys of all clients in the first 48 bits of an IPv6 client begin with; `null` for other keys. */
export const networkPrefix = (key: string): string | null =>
  /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+:)[0-9a-f]+::\/64$/.exec(key)?.[1] ?? null;

export const deleteExpiredCounters = (db: Db, now: Date) =>
  deleteInBatches(db, { table: 'rate_limits', where: sql<boolean>`expire < ${now.getTime()}` });

/** Returns what one household or attacker cannot change at will: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function toClientKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
