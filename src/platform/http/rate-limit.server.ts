import { isIPv4, isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../shared/errors.ts';

/** At most `points` uses by one key within `seconds`, counted in PostgreSQL for all processes together. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** What a guest reads when the limit is reached. */
  message: string;
}

/** @throws AppError `tooMany` with the seconds to wait, once the limit is used up */
export type RateLimiter = (limit: Limit, key: string) => Promise<void>;

/**
 * Counts in PostgreSQL. A key whose limit is used up is refused from memory until its time is over, and the uses of one key
 * go one after the other, so that a flood from one client costs a handful of writes and never more than one connection.
 */
export function createLimits(pool: Pick<pg.Pool, 'query'>): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const lastUses = new Map<string, Promise<void>>();

  function limiterOf(limit: Limit): RateLimiterPostgres {
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

  async function consume(limit: Limit, key: string): Promise<void> {
    try {
      await limiterOf(limit).consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new AppError('tooMany', limit.message, { retryAfterSeconds });
    }
  }

  return (limit, key) => {
    const name = `${limit.name}:${key}`;
    // When an earlier use is refused or cannot be counted, so are those that wait for it.
    const use = (lastUses.get(name) ?? Promise.resolve()).then(() => consume(limit, key));
    lastUses.set(name, use);
    const forget = () => {
      if (lastUses.get(name) === use) lastUses.delete(name);
    };
    use.then(forget, forget);
    return use;
  };
}

/** Deletes counters whose time is over. */
export async function deleteExpiredCounters(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [now.getTime()]);
}

/** How a socket that takes both kinds of addresses tells nearly all of them. */
const usuallyMapped = /^::ffff:([\d.]+)$/;

/**
 * The part of a client address that one household or attacker cannot change at will: an IPv4 address (also when mapped
 * into IPv6), or the first 64 bits of an IPv6 address.
 */
export function toClientKey(address: string): string {
  const mapped = usuallyMapped.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const groups = parseGroups(address);
  const [first = 0, second = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [first >> 8, first & 255, second >> 8, second & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, in any of its spellings. */
function parseGroups(address: string): number[] {
  const hex = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a * 256 + +b, c * 256 + +d].map((group) => group.toString(16)).join(':'),
  );
  const [left = [], right = []] = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = hex.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
