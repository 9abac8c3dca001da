import { isIP } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../shared/errors.ts';

/** At most `points` uses by one key within `seconds`, counted in PostgreSQL for all processes together. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** What a guest reads when the limit is reached. */
  message: string;
}

/** @throws AppError `tooMany` with the seconds to wait, once the limit is used up */
export type TakeLimit = (limit: Limit, key: string) => Promise<void>;

export function createLimits(pool: pg.Pool): TakeLimit {
  const limiters = new Map<string, RateLimiterPostgres>();
  return async (limit, key) => {
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
      });
      limiters.set(limit.name, limiter);
    }
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new AppError('tooMany', limit.message, { retryAfterSeconds });
    }
  };
}

/**
 * The part of a client address that one household or attacker cannot change at will: an IPv4 address (also when mapped
 * into IPv6), or the first 64 bits of an IPv6 address.
 */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
