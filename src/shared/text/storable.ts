import type { FieldErrors } from '../errors.ts';

const unstorable = /[\0\p{Surrogate}]/u;

/** Whether PostgreSQL can store every text in a value. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
};

/** The fields of a request whose text PostgreSQL cannot store: NUL, or half a character. */
export const unstorableFields = (body: object): FieldErrors =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => !isStorable(value))
      .map(([name]) => [name.slice(0, 60), 'This text holds a character that cannot be stored']),
  );
