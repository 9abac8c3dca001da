import { roleRules } from './features/auth/role-rules.server.ts';
import { postRules } from './features/blog/post-rules.server.ts';
import { feedRules } from './features/channels/feed-rules.server.ts';
import { propertyPriceRules, ratePriceRules } from './features/hosting/rates/describe-changes.server.ts';
import { templateRules } from './features/inbox/templates/template-rules.server.ts';
import { deleteThreads } from './features/inbox/threads/store.server.ts';
import { mediaRules } from './features/media/media-rules.server.ts';
import { reviewRules } from './features/reviews/review-rules.server.ts';
import { messageRuleRules } from './features/scheduled-messages/rule-rules.server.ts';
import type { TableHooks } from './platform/context.server.ts';

/** Every table with rules of its own and the feature that knows them; all others follow from their schemas alone. */
export const tableHooks: TableHooks = {
  users: roleRules,
  properties: propertyPriceRules,
  rates: ratePriceRules,
  media: mediaRules,
  // A product without a property can be bought at any time: one that loses its property must not stay on sale.
  products: { whenCleared: { property_id: { is_listed: false } } },
  blog_posts: postRules,
  calendar_feeds: feedRules,
  message_templates: templateRules,
  message_rules: messageRuleRules,
  reviews: reviewRules,
  inquiries: {
    afterPurge: async ({ db }, ids) => {
      await deleteThreads(db, ids);
    },
  },
};
