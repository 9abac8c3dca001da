import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { isoMoments } from '../../shared/iso-moments.ts';
import { isUuid } from '../../shared/uuid.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { requireAdmin } from '../auth/guards.ts';
import { matchHomes, toHomesPage } from '../listings/home-pages.ts';
import type { ExportLink, Feed, FeedList, FeedListQuery, FeedReading } from './contract.server.ts';
import { addMissingLinks, type LinkRow, listLinks, renewLink } from './export/store.server.ts';
import { maxReadingAgeMs } from './feed.ts';
import { readFeedNow } from './import/read-feeds.server.ts';
import { type ListedFeed, listedFeed, listedHomes, listFeeds } from './store.server.ts';

/** Lists the feeds with their state, and the homes' secret links; missing links are created. */
export async function readFeedList(ctx: Ctx, { page, search }: FeedListQuery): Promise<FeedList> {
  requireAdmin(ctx);
  await addMissingLinks(ctx.db);
  const part = page === undefined ? null : toHomesPage(matchHomes(await listedHomes(ctx.db), search), page);
  const ids = part ? part.homes.map(({ id }) => id) : null;
  const [feeds, links] = await Promise.all([listFeeds(ctx.db, ids), listLinks(ctx.db, ids)]);
  return withoutUndefined({
    feeds: feeds.map((feed) => toFeed(ctx, feed)),
    exports: links.map((link) => toLink(ctx, link)),
    properties: part?.homes.map(({ slug, title }) => ({ slug, title })),
    pages: part?.pages,
  });
}

/** Reads a feed now, whether it is active or not. @throws AppError `notFound` */
export async function readFeedByHand(ctx: Ctx, id: string): Promise<FeedReading> {
  requireAdmin(ctx);
  await listedOr404(ctx, id);
  const reading = await readFeedNow(ctx, id);
  return { ...reading, feed: toFeed(ctx, await listedOr404(ctx, id)) };
}

/** Gives a link a new secret. @throws AppError `notFound` */
export async function renewExportLink(ctx: Ctx, id: string): Promise<ExportLink> {
  requireAdmin(ctx);
  const isRenewed = isUuid(id) && (await renewLink(ctx.db, id, ctx.now()));
  const link = isRenewed ? (await listLinks(ctx.db, null)).find((one) => one.id === id) : undefined;
  if (!link) throw new AppError('notFound', 'There is no such calendar link.');
  return toLink(ctx, link);
}

async function listedOr404(ctx: Ctx, id: string): Promise<ListedFeed> {
  const feed = isUuid(id) ? await listedFeed(ctx.db, id) : undefined;
  if (!feed) throw new AppError('notFound', 'There is no such calendar feed.');
  return feed;
}

const toFeed = (ctx: Ctx, row: ListedFeed): Feed => {
  const { url, ...feed } = row;
  return { ...isoMoments(feed), host: URL.parse(url)?.host ?? '', state: toState(ctx, row) };
};

function toState(ctx: Ctx, { isActive, lastGoodAt, lastError }: ListedFeed): Feed['state'] {
  if (!isActive) return 'inactive';
  if (!lastGoodAt) return lastError ? 'stale' : 'never_read';
  if (ctx.now().getTime() - lastGoodAt.getTime() > maxReadingAgeMs) return 'stale';
  return lastError ? 'failing' : 'good';
}

const toLink = ({ settings }: Ctx, { token, feedName, ...link }: LinkRow): ExportLink => ({
  ...isoMoments(link),
  feedName: feedName ?? '',
  url: `${settings.appUrl}/calendars/${token}.ics`,
});
