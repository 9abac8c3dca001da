import { updateAndAudit } from '../../db/audited-rows.server.ts';
import { getTable, parseRowId } from '../../db/tables.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
import { isoMoments } from '../../shared/iso-moments.ts';
import { addDays } from '../../shared/nights.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { requireActor, requireAdmin } from '../auth/guards.ts';
import { changedFields, lockExisting, logWrite } from '../tables/actions.server.ts';
import type { HostedReview, HostedReviews, HostedReviewsQuery } from './contract.server.ts';
import { type HiddenReason, hostedPerPage, openDays } from './review.ts';
import {
  hiddenReviews,
  hostedReview,
  reviewsWithoutReply,
  reviewsWithReply,
  unansweredRequests,
} from './store.server.ts';

/** The pages that are requested of one list, and whether more follow. */
async function listPages<Row extends object>(pages: number, load: (limit: number) => Promise<Row[]>) {
  const length = pages * hostedPerPage;
  const rows = await load(length + 1);
  return { rows: rows.slice(0, length).map((row) => isoMoments(row)), hasMore: rows.length > length };
}

/** @throws AppError `unauthenticated`, `forbidden` */
export async function listHostedReviews(ctx: Ctx, pages: HostedReviewsQuery): Promise<HostedReviews> {
  requireAdmin(ctx);
  const { db } = ctx;
  const now = ctx.now();
  const request = {
    sentAfter: new Date(now.getTime() - openDays * dayMs),
    endedFrom: addDays(todayAtProperty(now), -openDays),
  };
  const [waiting, unanswered, hidden, replied] = await Promise.all([
    listPages(pages.waiting, (limit) => reviewsWithoutReply(db, limit)),
    listPages(pages.unanswered, (limit) => unansweredRequests(db, request, limit)),
    listPages(pages.hidden, (limit) => hiddenReviews(db, limit)),
    listPages(pages.replied, (limit) => reviewsWithReply(db, limit)),
  ]);
  return {
    waiting: waiting.rows,
    unanswered: unanswered.rows,
    hidden: hidden.rows,
    replied: replied.rows,
    hasMore: {
      waiting: waiting.hasMore,
      unanswered: unanswered.hasMore,
      hidden: hidden.hasMore,
      replied: replied.hasMore,
    },
  };
}

interface Act {
  verb: 'reply to' | 'hide' | 'show';
  set(at: Date): FormValues;
}

/** The actions of hosts on a review of a stay, each with its entry in the history. */
async function changeReview(ctx: Ctx, id: string, { verb, set }: Act): Promise<HostedReview> {
  const author = requireActor(ctx);
  const table = getTable(ctx.tables, 'reviews');
  const rowId = parseRowId(table, id);
  const isChanged = await ctx.db.transaction().execute(async (tx) => {
    const [row] = await lockExisting(tx, table, [rowId]);
    if (!row) return false;
    if (row.kind !== 'stay')
      throw new AppError(
        'conflict',
        `This review is an example: there is no guest to ${verb === 'reply to' ? 'reply to' : 'hide or show'}. Change or delete it in the table instead.`,
      );
    const { replied_at, hidden_at, ...values } = set(author.at);
    // A repeated call leaves the first moment in place.
    if (Object.keys(changedFields(row, values)).length === 0) return false;
    const updates = [{ row, set: withoutUndefined({ ...values, replied_at, hidden_at }) }];
    await updateAndAudit(tx, table, { updates, action: 'update', author });
    return true;
  });
  if (isChanged) {
    ctx.content.clear();
    logWrite(ctx, verb, table, [rowId]);
  }
  const stored = await hostedReview(ctx.db, Number(rowId));
  if (!stored) throw new AppError('notFound', 'There is no such review.');
  return isoMoments(stored);
}

/** Publishes the hosts' reply to a review; a later one replaces it. @throws AppError `notFound`, `conflict` for an example */
export const replyToReview = (ctx: Ctx, id: string, text: string): Promise<HostedReview> =>
  changeReview(ctx, id, {
    verb: 'reply to',
    set: (at) => ({ reply: text, replied_at: at.toISOString() }),
  });

/** Leaves a line with the reason in its place. @throws AppError `notFound`, `conflict` for an example */
export const hideReview = (ctx: Ctx, id: string, reason: HiddenReason): Promise<HostedReview> =>
  changeReview(ctx, id, {
    verb: 'hide',
    set: (at) => ({ hidden_reason: reason, hidden_at: at.toISOString() }),
  });

/** @throws AppError `notFound`, `conflict` for an example */
export const showReview = (ctx: Ctx, id: string): Promise<HostedReview> =>
  changeReview(ctx, id, { verb: 'show', set: () => ({ hidden_reason: null, hidden_at: null }) });
