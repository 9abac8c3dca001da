import { isRecord } from '../is-record.ts';

/*
 * Responses are parsed at the edge of the clients. A server may send no more than the specification names (an older one in
 * a rolling upgrade does), so every other field has a default here and nowhere else.
 */

/** Reads the body of a response into what pages work with; throws for what it cannot be. */
export type Parse<T> = (body: unknown) => T;

/** An object, completed with defaults for every field that the specification does not promise. */
export const objectWith =
  <Specified extends object, T extends Specified>(defaults: Omit<T, keyof Specified>): Parse<T> =>
  (body) => {
    if (!isRecord(body)) throw new TypeError('not an object');
    return { ...defaults, ...body } as unknown as T;
  };

/** A list of which every item is parsed. */
export const listOf =
  <T>(parseItem: Parse<T>): Parse<T[]> =>
  (body) => {
    if (!Array.isArray(body)) throw new TypeError('not a list');
    return body.map(parseItem);
  };

/** Something or, where there is none, null. */
export const orNull =
  <T>(parse: Parse<T>): Parse<T | null> =>
  (body) =>
    body === null ? null : parse(body);

/** A text field of an object that must hold something, such as the address of a payment page. */
export function textIn(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`);
  return value;
}
