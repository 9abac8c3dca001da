import type { RowHooks } from '../../platform/context.server.ts';
import { toFeedUrl } from '../../shared/forms/formats.ts';

/** Stores what calendars publish as `webcal://` under the scheme by which it is read. */
export const feedHooks: RowHooks = {
  createNormalizer: () => async (values) =>
    typeof values.url === 'string' ? { ...values, url: toFeedUrl(values.url) } : values,
};
