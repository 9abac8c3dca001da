import type { Vendors } from '../../shared/trackers.ts';
import { onIdleOrHidden } from '../../ui/browser/on-idle.ts';
import { type AnalyticsEvent, redactUrl } from './events.ts';
import {
  dequeue,
  enqueue,
  markSent,
  orderIdFromUrl,
  pendingPurchases,
  type SentPurchase,
  wasSent,
} from './purchase-outbox.ts';
import type { OutgoingEvent, Tracker } from './trackers/tracker.ts';

/** Sends events to the configured trackers, as long as the visitor consents. */
export interface Analytics {
  record(event: AnalyticsEvent): void;
  /** Loads the trackers, which get past events and pending purchases once the page is idle or hidden. */
  start(): Promise<void>;
  stop(): void;
}

export function createAnalytics(vendors: Vendors): Analytics {
  const { origin } = location;
  let trackers: Map<string, Tracker> | null = null;
  /** All configured services: a tracker that failed to load gets its purchases on a later page. */
  let services: string[] = [];
  let hasConsent = false;
  /** Counts starts and stops, so that a start does nothing if it was stopped while it loaded the trackers. */
  let generation = 0;
  let page = redactUrl(location.href, origin);
  let referrer = document.referrer && redactUrl(document.referrer, origin);
  /** Events that no tracker has received yet: since the consent, or, before it, those of the current page. */
  let pending: OutgoingEvent[] = [];

  function send(event: OutgoingEvent) {
    if (isPurchase(event) && hasConsent) enqueue(event);
    if (!trackers) {
      pending.push(event);
      return;
    }
    for (const [service, tracker] of trackers) {
      const deliver = () => {
        if (!isPurchase(event)) return tracker.send(event);
        if (markSent(event.orderId, service)) tracker.send(event);
        dequeueIfSent(event);
      };
      if (tracker.onReady) tracker.onReady(deliver);
      else deliver();
    }
  }

  function dequeueIfSent({ orderId }: SentPurchase) {
    if (services.every((service) => wasSent(orderId, service))) dequeue(orderId);
  }

  function record(event: AnalyticsEvent) {
    if (event.name === 'PageView') {
      const next = redactUrl(event.path, origin);
      if (next !== page) referrer = page;
      page = next;
      if (!hasConsent) pending = [];
    }
    if (event.name === 'Purchase' && !event.orderId) {
      const recordWithId = (orderId: string) => record({ ...event, orderId });
      orderIdFromUrl(location.href).then(recordWithId, () => {});
      return;
    }
    send({ ...event, page, referrer });
  }

  return {
    record,
    async start() {
      if (hasConsent) return;
      hasConsent = true;
      const current = ++generation;
      pending.filter(isPurchase).forEach(enqueue);
      const loaded = await Promise.all(loadTrackers(vendors));
      if (current !== generation) return;
      onIdleOrHidden(() => {
        if (current !== generation) return;
        services = loaded.map(([service]) => service);
        trackers = new Map(loaded.flatMap(([service, create]) => (create ? [[service, create()]] : [])));
        for (const event of [...pending.splice(0), ...pendingPurchases()]) send(event);
      });
    },
    stop() {
      hasConsent = false;
      generation += 1;
      for (const tracker of trackers?.values() ?? []) tracker.stop();
      trackers = null;
      pending = [];
      dequeue();
    },
  };
}

const isPurchase = (event: OutgoingEvent): event is SentPurchase =>
  event.name === 'Purchase' && event.orderId !== undefined;

type LoadingTracker = Promise<[service: string, create: (() => Tracker) | null]>;

/** Loads the modules of the configured services; `null` for one that fails to load. */
function loadTrackers({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): LoadingTracker[] {
  const trackers: Record<string, Promise<() => Tracker> | null> = {
    posthog: posthog && import('./trackers/posthog.ts').then((m) => () => m.createPostHog(posthog)),
    meta: metaPixelId ? import('./trackers/pixels.ts').then((m) => () => m.createMeta(metaPixelId)) : null,
    gtm: gtmId ? import('./trackers/tag-manager.ts').then((m) => m.createTagManager) : null,
    pinterest: pinterestTagId
      ? import('./trackers/pixels.ts').then((m) => () => m.createPinterest(pinterestTagId))
      : null,
  };
  return Object.entries(trackers).flatMap(([service, module]) =>
    module ? [module.catch(() => null).then((create): Awaited<LoadingTracker> => [service, create])] : [],
  );
}
