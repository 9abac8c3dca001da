import { pinterestOrigin } from '../../../shared/trackers.ts';
import { type OutgoingEvent, sendPixel, type Tracker } from './tracker.ts';

/** Its own names of events; it has none for the way to the payment, which goes under a name of ours. */
const names: Record<OutgoingEvent['name'], string> = {
  PageView: 'pagevisit',
  AddToCart: 'addtocart',
  InitiateCheckout: 'initiatecheckout',
  Purchase: 'checkout',
  Inquiry: 'lead',
};

/** The tag by its picture address (https://help.pinterest.com/en/business/article/add-event-codes, "IMG tag"). */
export const createPinterest = (tagId: string): Tracker => ({
  tell(told) {
    sendPixel(`${pinterestOrigin}/v3/`, {
      tid: tagId,
      event: names[told.name],
      'ed[page_url]': told.page,
      ...('items' in told && {
        'ed[value]': String(told.value),
        'ed[currency]': told.currency,
        'ed[order_quantity]': String(told.items.length),
        ...Object.assign({}, ...told.items.map(lineItem)),
      }),
      ...(told.name === 'Purchase' && told.orderId && { 'ed[order_id]': told.orderId }),
      noscript: '1',
    });
  },
  end() {},
});

const lineItem = (
  item: { id: string; name: string; quantity: number; price: number },
  at: number,
): Record<string, string> => ({
  [`ed[line_items][${at}][product_id]`]: item.id,
  [`ed[line_items][${at}][product_name]`]: item.name,
  [`ed[line_items][${at}][product_quantity]`]: String(item.quantity),
  [`ed[line_items][${at}][product_price]`]: String(item.price),
});
