import type { TaskList } from 'graphile-worker';
import type { Platform } from './platform/context.server.ts';
import type { MailJob, MailTransport } from './platform/mail.server.ts';

/** Every queued or timed task and the action behind it: how time enters. */
export const jobs = (_platform: Platform, transport: MailTransport): TaskList => ({
  send_mail: (job) => transport.deliver(job as MailJob),
});

/** Timed tasks in cron's words (UTC). */
export const timetable = '';
