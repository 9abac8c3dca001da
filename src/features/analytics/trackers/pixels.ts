import { metaOrigin, pinterestOrigin } from '../../../shared/trackers.ts';
import { type OutgoingEvent, sendPixel, type Tracker } from './tracker.ts';

// The "IMG tag" of https://developers.facebook.com/docs/meta-pixel/advanced: Meta's script would read URL and forms.
export const createMeta = (pixelId: string): Tracker => ({
  send(event) {
    sendPixel(`${metaOrigin}/tr/`, {
      id: pixelId,
      ev: event.name,
      dl: event.page,
      rl: event.referrer,
      if: 'false',
      ts: String(Date.now()),
      ...metaDetails(event),
      noscript: '1',
    });
  },
  stop() {},
});

function metaDetails(event: OutgoingEvent): Record<string, string> {
  if (!('items' in event)) return {};
  const details = {
    'cd[value]': String(event.value),
    'cd[currency]': event.currency,
    'cd[content_type]': 'product',
    'cd[content_ids]': JSON.stringify(event.items.map(({ id }) => id)),
    'cd[contents]': JSON.stringify(
      event.items.map(({ id, quantity, price }) => ({ id, quantity, item_price: price })),
    ),
    'cd[content_name]': event.items.map(({ name }) => name).join(', '),
    'cd[num_items]': String(event.items.length),
  };
  const order = event.name === 'Purchase' && event.orderId;
  return order ? { ...details, 'cd[order_id]': order, eid: order } : details;
}

const names: Record<OutgoingEvent['name'], string> = {
  PageView: 'pagevisit',
  ViewContent: 'viewcategory',
  Search: 'search',
  AddToCart: 'addtocart',
  InitiateCheckout: 'initiatecheckout',
  Purchase: 'checkout',
  Inquiry: 'lead',
};

/** Sends to the tag's image URL (https://help.pinterest.com/en/business/article/add-event-codes, "IMG tag"). */
export const createPinterest = (tagId: string): Tracker => ({
  send(event) {
    sendPixel(`${pinterestOrigin}/v3/`, {
      tid: tagId,
      event: names[event.name],
      'ed[page_url]': event.page,
      ...pinterestDetails(event),
      noscript: '1',
    });
  },
  stop() {},
});

function pinterestDetails(event: OutgoingEvent): Record<string, string> {
  if (!('items' in event)) return {};
  const details = {
    'ed[value]': String(event.value),
    'ed[currency]': event.currency,
    'ed[order_quantity]': String(event.items.length),
    ...Object.assign({}, ...event.items.map(lineItem)),
  };
  const order = event.name === 'Purchase' && event.orderId;
  return order ? { ...details, 'ed[order_id]': order } : details;
}

const lineItem = (
  item: { id: string; name: string; quantity: number; price: number },
  index: number,
): Record<string, string> => ({
  [`ed[line_items][${index}][product_id]`]: item.id,
  [`ed[line_items][${index}][product_name]`]: item.name,
  [`ed[line_items][${index}][product_quantity]`]: String(item.quantity),
  [`ed[line_items][${index}][product_price]`]: String(item.price),
});
