import { tagFramePath, tagFrameReady } from './gtm-frame.ts';
import type { OutgoingEvent, Tracker } from './tracker.ts';

const names: Record<OutgoingEvent['name'], string> = {
  PageView: 'page_view',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  Purchase: 'purchase',
  Inquiry: 'generate_lead',
};

/**
 * The tag manager's container in a sandboxed frame of its own: whatever tags it holds, they see what is told here and
 * neither the page nor its address, cookies or storage. Names and shapes are those of Google's e-commerce events.
 */
export function createTagManager(): Tracker {
  const frame = document.createElement('iframe');
  let waiting: (() => void)[] | null = [];
  frame.src = tagFramePath;
  frame.title = 'Tags';
  frame.hidden = true;
  frame.referrerPolicy = 'no-referrer';
  frame.sandbox.add('allow-scripts');

  const listen = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data !== tagFrameReady) return;
    const ready = waiting ?? [];
    waiting = null;
    for (const act of ready) act();
  };
  addEventListener('message', listen);
  document.body.append(frame);

  return {
    tell(told) {
      frame.contentWindow?.postMessage(dataLayerEntry(told), '*');
    },
    whenReady(act) {
      if (waiting) waiting.push(act);
      else act();
    },
    end() {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

/** An entry of the container's data layer. */
function dataLayerEntry(told: OutgoingEvent): object {
  const page = { page_location: told.page, page_referrer: told.referrer };
  const event = { event: names[told.name], ...page };
  if (!('items' in told)) return { ...event, ecommerce: null };
  return {
    ...event,
    ecommerce: {
      ...(told.name === 'Purchase' && { transaction_id: told.orderId }),
      value: told.value,
      currency: told.currency,
      items: told.items.map(({ id, name, quantity, price }) => ({
        item_id: id,
        item_name: name,
        quantity,
        price,
      })),
    },
  };
}
