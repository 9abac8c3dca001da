import type { Ctx } from '../../../platform/context.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { businessContact } from '../../listings/store.server.ts';
import { feedTroubleNotice } from './emails.server.ts';
import { clearTrouble, markTrouble } from './store.server.ts';

/**
 * Mails the hosts about each active feed that had no good reading for 6 hours. They get one mail per outage: another
 * follows only after a good reading, a new address, or switching the feed on again.
 */
export async function notifyFeedTrouble(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const since = new Date(now.getTime() - maxReadingAgeMs);
  await ctx.db.transaction().execute(async (tx) => {
    await clearTrouble(tx, since);
    const feeds = await markTrouble(tx, { since, now });
    if (feeds.length === 0) return;
    const business = await businessContact(tx);
    for (const feed of feeds)
      await ctx.mail.queue(
        tx,
        `feed-trouble-${feed.id}-${now.getTime()}`,
        feedTroubleNotice(feed, { business, ...ctx.settings }),
      );
  });
}
