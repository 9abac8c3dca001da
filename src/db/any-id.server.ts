import { sql } from 'kysely';

/** For `where(column, '=', anyId(ids))`: one parameter however many there are, and none is no error. */
export const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
