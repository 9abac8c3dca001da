import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { readFeedByHand } from '../../channels/actions.server.ts';
import { feed } from '../../channels/calls.ts';
import { checkedReadingSchema } from '../../channels/contract.server.ts';
import { findConflicts } from '../conflicts/find-conflicts.server.ts';
import { conflictsOfFeed } from '../conflicts/store.server.ts';

export const feedApi = serve(feed, adminAccess).on('readNow', {
  summary: 'Reads a calendar feed now, and finds its conflicts',
  details:
    'Answers within 14 seconds, whatever the feed does. `missing` events still close their nights; `echo` and `own` are ' +
    'nights that the channel had from us. Where some events cannot be read, `isGood` is false, and the others close their ' +
    'nights nevertheless.',
  response: checkedReadingSchema,
  errors: ['notFound'],
  async run({ ctx, params }) {
    const reading = await readFeedByHand(ctx, params.id);
    await findConflicts(ctx);
    return { ...reading, overlaps: await conflictsOfFeed(ctx.db, params.id) };
  },
});
