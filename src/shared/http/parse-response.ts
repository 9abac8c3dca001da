import { isRecord } from '../is-record.ts';

/** An older server may send no more than the specification names: defaults for the rest are set here and nowhere else. */

/** Throws for what it cannot parse. */
export type Parse<T> = (body: unknown) => T;

/** Completes an object with defaults for what the specification does not promise. */
export const objectWith =
  <Specified extends object, T extends Specified>(defaults: Omit<T, keyof Specified>): Parse<T> =>
  (body) => {
    if (!isRecord(body)) throw new TypeError('not an object');
    return { ...defaults, ...body } as unknown as T;
  };

export const listOf =
  <T>(parseItem: Parse<T>): Parse<T[]> =>
  (body) => {
    if (!Array.isArray(body)) throw new TypeError('not a list');
    return body.map(parseItem);
  };

export const orNull =
  <T>(parse: Parse<T>): Parse<T | null> =>
  (body) =>
    body === null ? null : parse(body);

/** Returns a non-empty text field; throws otherwise. */
export function textIn(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`);
  return value;
}
