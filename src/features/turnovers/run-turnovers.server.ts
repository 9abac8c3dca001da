import type { Tx } from '../../db/client.server.ts';
import type { TurnoverFacts } from '../../db/schema/turnovers.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { hostAddresses } from '../../platform/mail/host-addresses.server.ts';
import { runSteps } from '../../platform/run-steps.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { addDays, toDayNumber } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { businessContact } from '../listings/store.server.ts';
import { cleaningLinkHash, cleaningUrl } from './cleaning-link.server.ts';
import { changesEmail, type ReportedChange, weekEmail } from './emails/cleaner-emails.server.ts';
import { notReadyEmail } from './emails/not-ready-email.server.ts';
import {
  cleanersWithChanges,
  lockActiveCleaner,
  type MailedCleaner,
  type TakenChange,
  takeAlarm,
  takeChanges,
  takeWeek,
  takeWeekMails,
  unreadyArrivals,
} from './mail-store.server.ts';
import { storeLink } from './store.server.ts';
import { collectMs, readyHours } from './turnover.ts';

/** Days from today on whose changes are mailed. */
const mailedDays = 7;

const weekMailAt = '17:00';

/** Mails cleaners their week and what changed in it, and hosts about homes that are not ready. */
export const runTurnovers = (ctx: Ctx, abortSignal?: AbortSignal): Promise<void> =>
  runSteps(
    ctx,
    {
      weeks: () => mailWeeks(ctx),
      changes: () => mailChanges(ctx),
      arrivals: () => alarmHostsOfArrivals(ctx),
    },
    abortSignal,
  );

/** Each Sunday from 17:00 on, or within the day after it. */
async function mailWeeks(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const today = todayAtProperty(now);
  // 1970-01-04 was a Sunday.
  const sunday = addDays(today, -((toDayNumber(today) + 4) % 7));
  const dueAt = momentAtProperty(sunday, weekMailAt);
  if (now < dueAt || now.getTime() >= dueAt.getTime() + dayMs) return;
  await ctx.db.transaction().execute(async (tx) => {
    for (const cleaner of await takeWeekMails(tx, { sunday, dueAt }))
      await mailWeek(ctx, tx, cleaner, sunday);
  });
}

async function mailWeek(ctx: Ctx, tx: Tx, cleaner: MailedCleaner, sunday: string): Promise<void> {
  const [from, until] = [addDays(sunday, 1), addDays(sunday, mailedDays)];
  const rows = await takeWeek(tx, { cleanerId: cleaner.id, from, until });
  if (rows.length === 0) return;
  const mail = weekEmail(cleaner, rows, await senderFor(ctx, tx, cleaner));
  await ctx.mail.queue(tx, `turnovers-week-${cleaner.id}-${sunday}`, mail);
}

/**
 * Returns the sender and the link of a cleaner's mails. The link is stored with the first mail, and again after a
 * change of the secret.
 * @param cleaner locked
 */
async function senderFor(ctx: Ctx, tx: Tx, cleaner: MailedCleaner) {
  const { id, link_version } = cleaner;
  const token_hash = cleaningLinkHash(ctx, cleaner);
  if (!cleaner.token_hash?.equals(token_hash)) await storeLink(tx, id, { token_hash, link_version });
  return { business: await businessContact(tx), settings: ctx.settings, url: cleaningUrl(ctx, cleaner) };
}

async function mailChanges(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - collectMs);
  for (const id of await cleanersWithChanges(ctx.db, before)) await mailCleanerChanges(ctx, id);
}

const mailCleanerChanges = (ctx: Ctx, cleanerId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now();
    const from = todayAtProperty(now);
    // The cleaner is locked before the changes, as in the mail of the week: another order could end in a deadlock.
    const cleaner = await lockActiveCleaner(tx, cleanerId);
    const taken = await takeChanges(tx, { cleanerId, from, until: addDays(from, mailedDays) });
    const changes = taken.map(toReportedChange).filter((change) => change !== null);
    if (!cleaner || changes.length === 0) return;
    const mail = changesEmail(cleaner, changes, await senderFor(ctx, tx, cleaner));
    await ctx.mail.queue(tx, `turnovers-changed-${cleanerId}-${now.getTime()}`, mail);
  });

/** @returns `null` where it is as it was before, and where the work is done */
function toReportedChange(change: TakenChange): ReportedChange | null {
  const { before, propertyTitle, departsOn, status } = change;
  if (status === 'done') return null;
  if (status === null) return before && { propertyTitle, departsOn, kind: 'gone', plan: null };
  if (before && isAsBefore(change, before)) return null;
  return { propertyTitle, departsOn, kind: before ? 'changed' : 'new', plan: change };
}

const isAsBefore = (now: TakenChange, before: TurnoverFacts): boolean =>
  now.arrivesOn === before.arrivesOn &&
  now.guests === before.guests &&
  now.pets === before.pets &&
  now.note === before.note &&
  now.lateCheckOut === (before.lateCheckOut ?? null) &&
  now.earlyCheckIn === (before.earlyCheckIn ?? null);

/** Mails every host, once for each arrival. */
async function alarmHostsOfArrivals(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const today = todayAtProperty(now);
  for (const { id, check_in_from } of await unreadyArrivals(ctx.db, today)) {
    const dueAt = momentAtProperty(today, check_in_from).getTime() - readyHours * hourMs;
    if (now.getTime() >= dueAt) await alarmOnce(ctx, id, today);
  }
}

const alarmOnce = (ctx: Ctx, id: string, today: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const home = await takeAlarm(tx, id, today);
    if (!home) return;
    const sender = { business: await businessContact(tx), settings: ctx.settings };
    for (const [index, address] of hostAddresses(ctx.settings).entries()) {
      const mail = notReadyEmail(home, { address, today }, sender);
      await ctx.mail.queue(tx, `not-ready-${id}-${today}-${index}`, mail);
    }
  });
