import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Vendors } from '../../shared/trackers.ts';
import { onIdle, onIdleOrHidden } from '../../ui/browser/on-idle.ts';
import { getConsent } from './consent/consent.ts';
import { isTracked } from './events.ts';
import { subscribe, track } from './track.ts';
import { sendView } from './visits/send-view.ts';

/** Loads the trackers when the page is idle, or immediately for a visitor who has just consented and may leave soon. */
export function PageTracking({ vendors }: { vendors: Vendors | null }) {
  const { pathname } = useLocation();
  const [Banner, setBanner] = useState<ComponentType<{ vendors: Vendors }> | null>(null);

  useEffect(() => {
    if (!isTracked(pathname)) return;
    track({ name: 'PageView', path: pathname });
    return onIdleOrHidden(sendView);
  }, [pathname]);

  useEffect(() => {
    if (!vendors) return subscribe(() => {});
    const load = async () => {
      const module = await import('./consent/consent-banner.tsx').catch(() => null);
      if (module) setBanner(() => module.ConsentBanner);
    };
    if (getConsent() !== 'accepted') return onIdle(load);
    void load();
  }, [vendors]);

  return vendors && Banner ? <Banner vendors={vendors} /> : null;
}
