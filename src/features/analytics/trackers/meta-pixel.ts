import { metaOrigin } from '../../../shared/trackers.ts';
import { sendPixel, type Tracker } from './tracker.ts';

/**
 * The ad pixel by its picture address (https://developers.facebook.com/docs/meta-pixel/advanced, "IMG tag"), in place
 * of its script, which would read the whole address and what stands in forms. The inquiry is an event of our own; the
 * others are the pixel's standard ones.
 */
export const createMeta = (pixelId: string): Tracker => ({
  tell(told) {
    sendPixel(`${metaOrigin}/tr/`, {
      id: pixelId,
      ev: told.name,
      dl: told.page,
      rl: told.referrer,
      if: 'false',
      ts: String(Date.now()),
      ...('items' in told && {
        'cd[value]': String(told.value),
        'cd[currency]': told.currency,
        'cd[content_type]': 'product',
        'cd[content_ids]': JSON.stringify(told.items.map(({ id }) => id)),
        'cd[contents]': JSON.stringify(
          told.items.map(({ id, quantity, price }) => ({ id, quantity, item_price: price })),
        ),
        'cd[content_name]': told.items.map(({ name }) => name).join(', '),
        'cd[num_items]': String(told.items.length),
      }),
      ...(told.name === 'Purchase' && told.orderId && { 'cd[order_id]': told.orderId, eid: told.orderId }),
      noscript: '1',
    });
  },
  end() {},
});
