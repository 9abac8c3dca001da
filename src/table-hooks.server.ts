import { roleHooks } from './features/auth/role-hooks.server.ts';
import { postHooks } from './features/blog/post-hooks.server.ts';
import { feedHooks } from './features/channels/feed-hooks.server.ts';
import { propertyPriceHooks, ratePriceHooks } from './features/hosting/rates/describe-changes.server.ts';
import { templateHooks } from './features/inbox/templates/template-hooks.server.ts';
import { deleteThreads } from './features/inbox/threads/store.server.ts';
import { mediaHooks } from './features/media/media-hooks.server.ts';
import { reviewHooks } from './features/reviews/review-hooks.server.ts';
import { messageRuleHooks } from './features/scheduled-messages/message-rule-hooks.server.ts';
import type { TableHooks } from './platform/context.server.ts';

/** Every table with rules of its own and the feature that knows them; all others follow only their schemas. */
export const tableHooks: TableHooks = {
  users: roleHooks,
  properties: propertyPriceHooks,
  rates: ratePriceHooks,
  media: mediaHooks,
  // A product without a property can be bought at any time: one that loses its property must not stay on sale.
  products: { whenCleared: { property_id: { is_listed: false } } },
  blog_posts: postHooks,
  calendar_feeds: feedHooks,
  message_templates: templateHooks,
  message_rules: messageRuleHooks,
  reviews: reviewHooks,
  inquiries: {
    afterPurge: async ({ db }, ids) => {
      await deleteThreads(db, ids);
    },
  },
};
