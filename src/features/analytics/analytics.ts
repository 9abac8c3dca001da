import type { Vendors } from '../../shared/trackers.ts';
import { onIdleOrHidden } from '../../ui/browser/on-idle.ts';
import type { AnalyticsEvent } from './events.ts';
import {
  dequeue,
  enqueue,
  markSent,
  orderIdFromUrl,
  pendingPurchases,
  type SentPurchase,
  wasSent,
} from './purchase-outbox.ts';
import { redactUrl } from './redact-url.ts';
import type { OutgoingEvent, Tracker } from './trackers/tracker.ts';

/** Tells outside services what happens, from the moment the visitor agrees to the moment the visitor no longer does. */
export interface Analytics {
  hear(happening: AnalyticsEvent): void;
  /**
   * Loads the configured services. When the page is at rest, or left before that, they are told what happened on it and
   * which purchases are still due; from then on what happens is told at once.
   */
  begin(): Promise<void>;
  /** Nothing is told from now on, and nothing is due. */
  end(): void;
}

export function createAnalytics(vendors: Vendors): Analytics {
  const { origin } = location;
  let adapters: Map<string, Tracker> | null = null;
  let agreed = false;
  let round = 0;
  let page = redactUrl(location.href, origin);
  let referrer = document.referrer && redactUrl(document.referrer, origin);
  /** What happened on the page in view, or since the visitor agreed, and is told to nobody yet. */
  let untold: OutgoingEvent[] = [];

  function tell(told: OutgoingEvent) {
    if (isPurchase(told) && agreed) enqueue(told);
    if (!adapters) {
      untold.push(told);
      return;
    }
    for (const [service, adapter] of adapters) {
      const say = () => {
        if (!isPurchase(told)) return adapter.tell(told);
        if (markSent(told.orderId, service)) adapter.tell(told);
        forgetIfTold(told);
      };
      if (adapter.whenReady) adapter.whenReady(say);
      else say();
    }
  }

  function forgetIfTold({ orderId }: SentPurchase) {
    const services = [...(adapters?.keys() ?? [])];
    if (services.every((service) => wasSent(orderId, service))) dequeue(orderId);
  }

  function hear(happening: AnalyticsEvent) {
    if (happening.name === 'PageView') {
      const next = redactUrl(happening.path, origin);
      if (next !== page) referrer = page;
      page = next;
      if (!agreed) untold = [];
    }
    if (happening.name === 'Purchase' && !happening.orderId) {
      const named = (orderId: string) => hear({ ...happening, orderId });
      orderIdFromUrl(location.href).then(named, () => {});
      return;
    }
    tell({ ...happening, page, referrer });
  }

  return {
    hear,
    async begin() {
      if (agreed) return;
      agreed = true;
      const mine = ++round;
      untold.filter(isPurchase).forEach(enqueue);
      const loaded = await Promise.all(loading(vendors));
      if (mine !== round) return;
      onIdleOrHidden(() => {
        if (mine !== round) return;
        adapters = new Map(loaded.flatMap(([service, create]) => (create ? [[service, create()]] : [])));
        for (const told of [...untold.splice(0), ...pendingPurchases()]) tell(told);
      });
    },
    end() {
      agreed = false;
      round += 1;
      for (const adapter of adapters?.values() ?? []) adapter.end();
      adapters = null;
      untold = [];
      dequeue();
    },
  };
}

const isPurchase = (told: OutgoingEvent): told is SentPurchase =>
  told.name === 'Purchase' && told.orderId !== undefined;

type Coming = Promise<[service: string, create: (() => Tracker) | null]>;

/** The configured services, each in a file of its own; a file that does not come is a service that is not told. */
function loading({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): Coming[] {
  const coming: Coming[] = [];
  const add = (service: string, file: Promise<() => Tracker>) =>
    coming.push(file.catch(() => null).then((create) => [service, create]));
  if (posthog)
    add(
      'posthog',
      import('./trackers/posthog.ts').then((made) => () => made.createPostHog(posthog)),
    );
  if (metaPixelId)
    add(
      'meta',
      import('./trackers/meta-pixel.ts').then((made) => () => made.createMeta(metaPixelId)),
    );
  if (gtmId)
    add(
      'gtm',
      import('./trackers/tag-manager.ts').then((made) => made.createTagManager),
    );
  if (pinterestTagId)
    add(
      'pinterest',
      import('./trackers/pinterest.ts').then((made) => () => made.createPinterest(pinterestTagId)),
    );
  return coming;
}
