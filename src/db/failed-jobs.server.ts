import { sql } from 'kysely';

/** Whether a row of `graphile_worker._private_jobs` was given up; such a row stays for 30 days. */
export const isFailedJob = sql<boolean>`attempts >= max_attempts and locked_at is null`;
