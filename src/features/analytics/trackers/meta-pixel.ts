import { metaOrigin } from '../../../shared/trackers.ts';
import { sendPixel, type Tracker } from './tracker.ts';

// By the "IMG tag" of https://developers.facebook.com/docs/meta-pixel/advanced: its script would read URL and forms.
export const createMeta = (pixelId: string): Tracker => ({
  send(event) {
    sendPixel(`${metaOrigin}/tr/`, {
      id: pixelId,
      ev: event.name,
      dl: event.page,
      rl: event.referrer,
      if: 'false',
      ts: String(Date.now()),
      ...('items' in event && {
        'cd[value]': String(event.value),
        'cd[currency]': event.currency,
        'cd[content_type]': 'product',
        'cd[content_ids]': JSON.stringify(event.items.map(({ id }) => id)),
        'cd[contents]': JSON.stringify(
          event.items.map(({ id, quantity, price }) => ({ id, quantity, item_price: price })),
        ),
        'cd[content_name]': event.items.map(({ name }) => name).join(', '),
        'cd[num_items]': String(event.items.length),
      }),
      ...(event.name === 'Purchase' &&
        event.orderId && { 'cd[order_id]': event.orderId, eid: event.orderId }),
      noscript: '1',
    });
  },
  stop() {},
});
