import { sql } from 'kysely';

/** Of a row of `graphile_worker._private_jobs`: whether it was given up; it stays for 30 days. */
export const isFailedJob = sql<boolean>`attempts >= max_attempts and locked_at is null`;
