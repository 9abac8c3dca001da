import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTagManager, tagFrameReady } from './tag-manager.ts';

const posted: { entry: unknown; target: string }[] = [];
const sandbox = new Set<string>();
let frame: Record<string, unknown>;
let window: EventTarget;

/** What a frame of the page sends to it. */
const receive = (source: unknown, data: unknown) =>
  window.dispatchEvent(Object.assign(new Event('message'), { source, data }));

beforeEach(() => {
  posted.length = 0;
  sandbox.clear();
  window = new EventTarget();
  frame = {
    sandbox,
    contentWindow: { postMessage: (entry: unknown, target: string) => posted.push({ entry, target }) },
    remove: vi.fn(),
  };
  vi.stubGlobal('document', { createElement: () => frame, body: { append: vi.fn() } });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
});
afterEach(() => vi.unstubAllGlobals());

const page = 'https://stay.example/checkout/success';

test('the container runs in a hidden frame that allows only scripts and has no referrer', () => {
  createTagManager();
  expect(frame).toMatchObject({ src: '/embed/tags', hidden: true, referrerPolicy: 'no-referrer' });
  expect([...sandbox]).toEqual(['allow-scripts']);
});

test('events wait until the frame is ready', () => {
  const tracker = createTagManager();
  const acts: string[] = [];
  tracker.onReady?.(() => acts.push('first'));
  receive({}, tagFrameReady);
  receive(frame.contentWindow, 'other');
  expect(acts).toEqual([]);
  receive(frame.contentWindow, tagFrameReady);
  tracker.onReady?.(() => acts.push('second'));
  expect(acts).toEqual(['first', 'second']);
});

test('a purchase is an entry of the data layer, and a view clears the basket', () => {
  const tracker = createTagManager();
  const items = [{ id: 'p1', name: 'A week', quantity: 1, price: 12.5 }];
  tracker.send({
    name: 'Purchase',
    orderId: 'order-1',
    value: 12.5,
    currency: 'USD',
    items,
    page,
    referrer: '',
  });
  tracker.send({ name: 'PageView', path: '/', page: 'https://stay.example/', referrer: page });
  expect(posted.map(({ entry }) => entry)).toEqual([
    {
      event: 'purchase',
      page_location: page,
      page_referrer: '',
      ecommerce: {
        transaction_id: 'order-1',
        value: 12.5,
        currency: 'USD',
        items: [{ item_id: 'p1', item_name: 'A week', quantity: 1, price: 12.5 }],
      },
    },
    { event: 'page_view', page_location: 'https://stay.example/', page_referrer: page, ecommerce: null },
  ]);
});

test('withdrawn consent takes the frame away, and nothing waits any more', () => {
  const tracker = createTagManager();
  const act = vi.fn();
  tracker.onReady?.(act);
  tracker.stop();
  receive(frame.contentWindow, tagFrameReady);
  expect(frame.remove).toHaveBeenCalledOnce();
  expect(act).not.toHaveBeenCalled();
});
