import { sql } from 'kysely';

/** Makes `where(column, '=', anyId(ids))` take all ids as one parameter; an empty list matches no row. */
export const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
