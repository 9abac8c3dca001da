import type { Db, Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/uuid.ts';
import { hashToken, isToken } from '../auth/tokens.server.ts';
import { uploadImage } from '../media/uploads/upload.server.ts';
import type { CleaningPage, ReportedTurnover, TurnoverReport } from './contract.server.ts';
import {
  cleanerByHash,
  countCleaningImages,
  deleteReports,
  findReport,
  hasTurnover,
  insertCleaningImage,
  insertReport,
  isLinkCurrent,
  justDone,
  type LinkedCleaner,
  lockTurnover,
  turnoversOfCleaner,
  updateTurnover,
} from './store.server.ts';
import { toCleanerTurnover, toReported } from './to-turnover.server.ts';
import { undoMs } from './turnover.ts';

const hourSeconds = 3_600;

const writeLimit: Limit = {
  name: 'cleaning-write',
  points: 30,
  seconds: hourSeconds,
  message: 'You have sent many reports within an hour. Please try again later, or call us.',
};
const imageLimit: Limit = {
  name: 'cleaning-photo',
  points: 60,
  seconds: hourSeconds,
  message: 'You have sent many photos within an hour. Please try again later.',
};

/** @returns who a link belongs to; `undefined` for an unknown or renewed one, and for a cleaner who is switched off */
export const cleanerOfLink = async (
  { db }: Pick<Ctx, 'db'>,
  token: string,
): Promise<LinkedCleaner | undefined> => (isToken(token) ? cleanerByHash(db, hashToken(token)) : undefined);

/** Finds the cleaner of a link. @throws AppError `notFound` */
export async function findCleaner(ctx: Pick<Ctx, 'db'>, token: string): Promise<LinkedCleaner> {
  const cleaner = await cleanerOfLink(ctx, token);
  if (!cleaner) throw noSuchLink();
  return cleaner;
}

const noSuchLink = () =>
  new AppError('notFound', 'This link leads nowhere any more. Please ask us for the new one.');

/** Rejects a request whose link was renewed, or whose cleaner was switched off, while it ran. */
async function requireSameLink(tx: Tx, cleaner: LinkedCleaner): Promise<void> {
  if (!(await isLinkCurrent(tx, cleaner))) throw noSuchLink();
}

const limitKey = ({ id, link_version }: LinkedCleaner): string => `${id} ${link_version}`;

/** Reads what a cleaner has to do today and in the next 30 days, and what was left undone. */
export async function readCleaning(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, name, language }: LinkedCleaner,
): Promise<CleaningPage> {
  const today = todayAtProperty(ctx.now());
  const [rows, done] = await Promise.all([
    turnoversOfCleaner(ctx.db, id, today),
    justDone(ctx.db, id, undoableSince(ctx)),
  ]);
  const turnovers = await Promise.all(rows.map((row) => toCleanerTurnover(row, ctx.now())));
  return { name, language, today, turnovers, justDone: done };
}

/**
 * Stores a cleaner's report. The same key and report again get the same response and change nothing.
 * @throws AppError `conflict` (`too_early` before the departure day, `already_done`, `other_report` with the same key),
 *   `notFound`, `invalid`, `tooMany`
 */
export async function reportTurnover(
  ctx: Ctx,
  cleaner: LinkedCleaner,
  { id, key, ...report }: TurnoverReport & { id: string; key: string | null },
): Promise<ReportedTurnover> {
  const { db } = ctx;
  if (!isUuid(id) || !(await hasTurnover(db, id, cleaner.id))) throw noTurnover();
  const earlier = await responseForKey(db, id, key, report);
  if (earlier) return earlier;
  await ctx.consumeLimit(writeLimit, limitKey(cleaner));
  return db.transaction().execute(async (tx) => {
    await requireSameLink(tx, cleaner);
    const turnover = await lockTurnover(tx, id);
    if (turnover?.cleanerId !== cleaner.id) throw noTurnover();
    const concurrent = await responseForKey(tx, id, key, report);
    if (concurrent) return concurrent;
    const now = ctx.now();
    if (turnover.departsOn > todayAtProperty(now)) throw tooEarly();
    if (turnover.status === 'done') throw alreadyDone();
    // The stored report may be that of an earlier cleaner.
    const added = (report.photos ?? []).filter((url) => !turnover.photos.includes(url));
    if ((await countCleaningImages(tx, cleaner.id, added)) < added.length) throw unknownImage();
    const isDone = report.status === 'done';
    const { status, report: words, photos } = turnover;
    const set = {
      ...report,
      done_at: isDone ? now : null,
      before_done: isDone ? JSON.stringify({ status, report: words, photos }) : null,
      undone_at: null,
      updated_at: now,
    };
    const stored = toReported(await updateTurnover(tx, id, set));
    if (key !== null)
      await insertReport(tx, {
        turnover_id: id,
        idempotency_key: key,
        answer: JSON.stringify(stored),
        created_at: now,
      });
    return stored;
  });
}

const undoableSince = ({ now }: Pick<Ctx, 'now'>): Date => new Date(now().getTime() - undoMs);

/**
 * Restores the status that a report of "Done" replaced, within ten minutes. A repeated call changes nothing.
 * @throws AppError `conflict` (`too_late`, `not_done` if hosts have set another status), `notFound`, `tooMany`
 */
export async function undoDone(ctx: Ctx, cleaner: LinkedCleaner, id: string): Promise<ReportedTurnover> {
  if (!isUuid(id) || !(await hasTurnover(ctx.db, id, cleaner.id))) throw noTurnover();
  await ctx.consumeLimit(writeLimit, limitKey(cleaner));
  return ctx.db.transaction().execute(async (tx) => {
    await requireSameLink(tx, cleaner);
    const turnover = await lockTurnover(tx, id);
    if (turnover?.cleanerId !== cleaner.id) throw noTurnover();
    const { before, doneAt, undoneAt } = turnover;
    if (undoneAt && undoneAt >= undoableSince(ctx)) return toReported(turnover);
    if (!before || !doneAt) throw notDone();
    if (doneAt < undoableSince(ctx)) throw tooLate();
    const now = ctx.now();
    await deleteReports(tx, id);
    const set = { ...before, done_at: null, before_done: null, undone_at: now, updated_at: now };
    return toReported(await updateTurnover(tx, id, set));
  });
}

/** @throws AppError `conflict` (`other_report`) where the key was sent with another report */
async function responseForKey(
  db: Db,
  id: string,
  key: string | null,
  report: TurnoverReport,
): Promise<ReportedTurnover | undefined> {
  if (key === null) return undefined;
  const earlier = (await findReport(db, id, key)) as ReportedTurnover | undefined;
  if (earlier && !isSameReport(earlier, report)) throw otherReport();
  return earlier;
}

/** A form that is sent twice uploads its photos twice: of those the number counts. */
const isSameReport = (sent: ReportedTurnover, { status, report, photos }: TurnoverReport): boolean =>
  sent.status === status &&
  (report === undefined || report === sent.report) &&
  (photos === undefined || photos.length === sent.photos.length);

/** Counts a form with photos before it is read. @throws AppError `tooMany` */
export const countImages = (
  { consumeLimit }: Pick<Ctx, 'consumeLimit'>,
  cleaner: LinkedCleaner,
): Promise<void> => consumeLimit(imageLimit, limitKey(cleaner));

/** Stores an image that a report may contain. @throws AppError as `uploadImage`, `tooMany` */
export async function uploadCleaningImage(
  ctx: Ctx,
  cleaner: LinkedCleaner,
  request: Request,
): Promise<{ media_url: string }> {
  await ctx.consumeLimit(imageLimit, limitKey(cleaner));
  const created_at = ctx.now();
  const { url } = await uploadImage(ctx, request, {
    author: { userId: null, email: cleaner.email, at: created_at },
    alongside: async (tx, { url: media_url }) => {
      await requireSameLink(tx, cleaner);
      await insertCleaningImage(tx, { media_url, cleaner_id: cleaner.id, created_at });
    },
  });
  return { media_url: url };
}

const noTurnover = (): AppError => new AppError('notFound', 'This turnover is not on your list any more.');

const tooEarly = (): AppError =>
  new AppError('conflict', 'The guests have not left yet. Please report from the day they leave on.', {
    extra: { reason: 'too_early' },
  });

const alreadyDone = (): AppError =>
  new AppError('conflict', 'This turnover is done already. Please call us if something changed.', {
    extra: { reason: 'already_done' },
  });

const tooLate = (): AppError =>
  new AppError('conflict', 'It was done more than ten minutes ago. Please call us if it is not.', {
    extra: { reason: 'too_late' },
  });

const notDone = (): AppError =>
  new AppError('conflict', 'This turnover is not marked as done.', { extra: { reason: 'not_done' } });

const otherReport = (): AppError =>
  new AppError(
    'conflict',
    'This page has sent another report already, which is stored. Please open your link again, and send there what is missing.',
    { extra: { reason: 'other_report' } },
  );

const unknownImage = (): AppError => {
  const message = 'Please upload each photo with this link first';
  return new AppError('invalid', message, { fields: { photos: message } });
};
