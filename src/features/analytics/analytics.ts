import type { Vendors } from '../../shared/vendors.ts';
import type { Adapter, Told } from './adapter.ts';
import { tellableAddress } from './addresses.ts';
import type { Happening } from './happening.ts';
import { isFirstTold, orderOf } from './orders.ts';

/** Tells outside services what happens, from the moment the visitor agrees to the moment the visitor no longer does. */
export interface Analytics {
  hear(happening: Happening): void;
  /** Loads the configured services; they are told what happened on the page in view, and what happens from now on. */
  begin(): Promise<void>;
  /** Nothing is told from now on. */
  end(): void;
}

export function createAnalytics(vendors: Vendors): Analytics {
  const { origin } = location;
  let adapters: Adapter[] | null = null;
  let agreed = false;
  let round = 0;
  let page = tellableAddress(location.href, origin);
  let referrer = tellableAddress(document.referrer, origin);
  /** What happened on the page in view, or since the visitor agreed, and is told to nobody yet. */
  let untold: Told[] = [];

  function tell(told: Told) {
    if (!adapters) {
      untold.push(told);
      return;
    }
    if (adapters.length === 0) return;
    if (told.name === 'Purchase' && !isFirstTold(told.orderId ?? '')) return;
    for (const adapter of adapters) adapter.tell(told);
  }

  function hear(happening: Happening) {
    if (happening.name === 'PageView') {
      const next = tellableAddress(happening.path, origin);
      if (next !== page) referrer = page;
      page = next;
      if (!agreed) untold = [];
    }
    if (happening.name === 'Purchase' && !happening.orderId) {
      const named = (orderId: string) => hear({ ...happening, orderId });
      orderOf(location.href).then(named, () => {});
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
      const loaded = await Promise.all(loading(vendors).map((load) => load.catch(() => null)));
      if (mine !== round) return;
      adapters = loaded.flatMap((create) => (create ? [create()] : []));
      untold.splice(0).forEach(tell);
    },
    end() {
      agreed = false;
      round += 1;
      for (const adapter of adapters ?? []) adapter.end();
      adapters = null;
      untold = [];
    },
  };
}

/** The configured services, each in a file of its own; a file that does not come is a service that is not told. */
function loading({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): Promise<() => Adapter>[] {
  const found: Promise<() => Adapter>[] = [];
  if (posthog) found.push(import('./posthog.ts').then((made) => () => made.createPostHog(posthog)));
  if (metaPixelId) found.push(import('./meta.ts').then((made) => () => made.createMeta(metaPixelId)));
  if (gtmId) found.push(import('./tag-manager.ts').then((made) => made.createTagManager));
  if (pinterestTagId)
    found.push(import('./pinterest.ts').then((made) => () => made.createPinterest(pinterestTagId)));
  return found;
}
