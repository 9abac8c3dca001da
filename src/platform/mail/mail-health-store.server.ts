import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { isFailedJob } from '../../db/failed-jobs.server.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';

export const recordSent = (db: Db, at: Date) =>
  db
    .insertInto('mail_health')
    .values({ sent_at: at })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ sent_at: at, failing_since: null }))
    .execute();

export const recordSendFailure = (db: Db, at: Date) =>
  db
    .insertInto('mail_health')
    .values({ failed_at: at, failing_since: at })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        failed_at: at,
        failing_since: sql`coalesce(mail_health.failing_since, ${at})`,
      }),
    )
    .execute();

const isMail = sql<boolean>`task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`;

const blockedAfterMs = 10 * minuteMs;

/**
 * Returns the time since which mail is not delivered: every attempt of the last ten minutes failed, or there was no attempt
 * while failed mail waits in the queue.
 * @returns null while mail is delivered, or when there is none to send
 */
export async function mailBlockedSince(db: Db, now: Date): Promise<Date | null> {
  const health = await db.selectFrom('mail_health').selectAll().executeTakeFirst();
  const since = health?.failing_since;
  if (!health?.failed_at || !since) return null;
  const tenMinutesAgo = now.getTime() - blockedAfterMs;
  if (health.sent_at && health.sent_at.getTime() > tenMinutesAgo) return null;
  if (health.failed_at.getTime() > tenMinutesAgo) return since;
  const { rows } = await sql`select from graphile_worker._private_jobs
    where ${isMail} and attempts > 0 and not ${isFailedJob} limit 1`.execute(db);
  return rows.length > 0 ? since : null;
}

export interface UndeliveredMail {
  to: string;
  subject: string;
  reason: string;
  /** The code of the booking that the mail is about. */
  code: string | null;
}

const delayedAfterMs = hourMs;
/** Hosts see a rejected mail among their tasks for this many days. */
const rejectedDays = 7;
const maxMails = 30;

/** Whether a mail shows a sign-in code, which is secret. */
const hasCode = sql<boolean>`coalesce((payload -> 'content' -> 'blocks')::jsonb @> '[{"kind": "code"}]', false)`;

/**
 * Lists mails that failed for good in the last week, and those in the queue for more than an hour; no sign-in codes, and none
 * that has expired.
 */
export async function undeliveredMails(db: Db, now: Date): Promise<UndeliveredMail[]> {
  const [delayedSince, rejectedSince] = [delayedAfterMs, rejectedDays * dayMs].map(
    (ms) => new Date(now.getTime() - ms),
  );
  const { rows } = await sql<UndeliveredMail>`
    select payload -> 'to' ->> 'address' as "to", payload ->> 'subject' as subject,
      coalesce(split_part(last_error, E'\n', 1), '') as reason, bookings.code
    from graphile_worker._private_jobs
    left join bookings on bookings.code =
      substring(payload ->> 'text' from '/(?:trips|book|admin/bookings)/([0-9A-Z]{8})(?![0-9A-Z])')
    where ${isMail} and not ${hasCode} and coalesce((payload ->> 'expiresAt')::timestamptz > ${now}, true)
      and case when ${isFailedJob} then _private_jobs.updated_at >= ${rejectedSince} else _private_jobs.created_at < ${delayedSince} end
    order by _private_jobs.created_at desc
    limit ${maxMails}`.execute(db);
  return rows;
}
