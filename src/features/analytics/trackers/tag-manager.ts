import type { OutgoingEvent, Tracker } from './tracker.ts';

export const tagFrameReady = 'tags-ready';

const names: Record<OutgoingEvent['name'], string> = {
  PageView: 'page_view',
  ViewContent: 'view_item',
  Search: 'search',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  Purchase: 'purchase',
  Inquiry: 'generate_lead',
};

/** Runs the container in a sandboxed frame, whose tags see the events, not the page, its URL, cookies or storage. */
export function createTagManager(): Tracker {
  const frame = document.createElement('iframe');
  let queue: (() => void)[] | null = [];
  frame.src = '/embed/tags';
  frame.title = 'Tags';
  frame.hidden = true;
  frame.referrerPolicy = 'no-referrer';
  frame.sandbox.add('allow-scripts');

  const listen = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data !== tagFrameReady) return;
    const queued = queue ?? [];
    queue = null;
    for (const act of queued) act();
  };
  addEventListener('message', listen);
  document.body.append(frame);

  return {
    send(event) {
      frame.contentWindow?.postMessage(dataLayerEntry(event), '*');
    },
    onReady(act) {
      if (queue) queue.push(act);
      else act();
    },
    stop() {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

function dataLayerEntry(outgoing: OutgoingEvent): object {
  const page = { page_location: outgoing.page, page_referrer: outgoing.referrer };
  const event = { event: names[outgoing.name], ...page };
  if (!('items' in outgoing)) return { ...event, ecommerce: null };
  return {
    ...event,
    ecommerce: {
      transaction_id: outgoing.name === 'Purchase' ? outgoing.orderId : undefined,
      value: outgoing.value,
      currency: outgoing.currency,
      items: outgoing.items.map(({ id, name, quantity, price }) => ({
        item_id: id,
        item_name: name,
        quantity,
        price,
      })),
    },
  };
}
