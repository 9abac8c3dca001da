import type { Vendors } from '../../shared/vendors.ts';
import { whenQuietOrLeft } from '../../ui/quiet.ts';
import type { Adapter, Told } from './adapter.ts';
import { tellableAddress } from './addresses.ts';
import type { Happening } from './happening.ts';
import {
  duePurchases,
  forgetDue,
  isFirstTold,
  keepDue,
  orderOf,
  type ToldPurchase,
  wasTold,
} from './orders.ts';

/** Tells outside services what happens, from the moment the visitor agrees to the moment the visitor no longer does. */
export interface Analytics {
  hear(happening: Happening): void;
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
  let adapters: Map<string, Adapter> | null = null;
  let agreed = false;
  let round = 0;
  let page = tellableAddress(location.href, origin);
  let referrer = document.referrer && tellableAddress(document.referrer, origin);
  /** What happened on the page in view, or since the visitor agreed, and is told to nobody yet. */
  let untold: Told[] = [];

  function tell(told: Told) {
    if (isPurchase(told) && agreed) keepDue(told);
    if (!adapters) {
      untold.push(told);
      return;
    }
    for (const [service, adapter] of adapters) {
      const say = () => {
        if (!isPurchase(told)) return adapter.tell(told);
        if (isFirstTold(told.orderId, service)) adapter.tell(told);
        forgetIfTold(told);
      };
      if (adapter.whenReady) adapter.whenReady(say);
      else say();
    }
  }

  function forgetIfTold({ orderId }: ToldPurchase) {
    const services = [...(adapters?.keys() ?? [])];
    if (services.every((service) => wasTold(orderId, service))) forgetDue(orderId);
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
      untold.filter(isPurchase).forEach(keepDue);
      const loaded = await Promise.all(loading(vendors));
      if (mine !== round) return;
      whenQuietOrLeft(() => {
        if (mine !== round) return;
        adapters = new Map(loaded.flatMap(([service, create]) => (create ? [[service, create()]] : [])));
        for (const told of [...untold.splice(0), ...duePurchases()]) tell(told);
      });
    },
    end() {
      agreed = false;
      round += 1;
      for (const adapter of adapters?.values() ?? []) adapter.end();
      adapters = null;
      untold = [];
      forgetDue();
    },
  };
}

const isPurchase = (told: Told): told is ToldPurchase =>
  told.name === 'Purchase' && told.orderId !== undefined;

type Coming = Promise<[service: string, create: (() => Adapter) | null]>;

/** The configured services, each in a file of its own; a file that does not come is a service that is not told. */
function loading({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): Coming[] {
  const coming: Coming[] = [];
  const add = (service: string, file: Promise<() => Adapter>) =>
    coming.push(file.catch(() => null).then((create) => [service, create]));
  if (posthog)
    add(
      'posthog',
      import('./posthog.ts').then((made) => () => made.createPostHog(posthog)),
    );
  if (metaPixelId)
    add(
      'meta',
      import('./meta.ts').then((made) => () => made.createMeta(metaPixelId)),
    );
  if (gtmId)
    add(
      'gtm',
      import('./tag-manager.ts').then((made) => made.createTagManager),
    );
  if (pinterestTagId)
    add(
      'pinterest',
      import('./pinterest.ts').then((made) => () => made.createPinterest(pinterestTagId)),
    );
  return coming;
}
