import type { Adapter, Told } from './adapter.ts';
import { tagFramePath, tagFrameReady } from './tag-frame.ts';

const names: Record<Told['name'], string> = {
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
export function createTagManager(): Adapter {
  const frame = document.createElement('iframe');
  let waiting: object[] | null = [];
  frame.src = tagFramePath;
  frame.title = 'Tags';
  frame.hidden = true;
  frame.referrerPolicy = 'no-referrer';
  frame.sandbox.add('allow-scripts');

  const post = (message: object) => frame.contentWindow?.postMessage(message, '*');
  const listen = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data !== tagFrameReady) return;
    waiting?.forEach(post);
    waiting = null;
  };
  addEventListener('message', listen);
  document.body.append(frame);

  return {
    tell(told) {
      const message = dataLayerEntry(told);
      if (waiting) waiting.push(message);
      else post(message);
    },
    end() {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

/** An entry of the container's data layer. */
function dataLayerEntry(told: Told): object {
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
