import { pinterestOrigin } from '../../../shared/trackers.ts';
import { type OutgoingEvent, sendPixel, type Tracker } from './tracker.ts';

const names: Record<OutgoingEvent['name'], string> = {
  PageView: 'pagevisit',
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
      ...('items' in event && {
        'ed[value]': String(event.value),
        'ed[currency]': event.currency,
        'ed[order_quantity]': String(event.items.length),
        ...Object.assign({}, ...event.items.map(lineItem)),
      }),
      ...(event.name === 'Purchase' && event.orderId && { 'ed[order_id]': event.orderId }),
      noscript: '1',
    });
  },
  stop() {},
});

const lineItem = (
  item: { id: string; name: string; quantity: number; price: number },
  index: number,
): Record<string, string> => ({
  [`ed[line_items][${index}][product_id]`]: item.id,
  [`ed[line_items][${index}][product_name]`]: item.name,
  [`ed[line_items][${index}][product_quantity]`]: String(item.quantity),
  [`ed[line_items][${index}][product_price]`]: String(item.price),
});
