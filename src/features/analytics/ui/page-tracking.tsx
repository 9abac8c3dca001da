import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Vendors } from '../../../shared/trackers.ts';
import { onIdle, onIdleOrHidden } from '../../../ui/browser/on-idle.ts';
import { likelyConsented } from '../consent/stored-consent.ts';
import { isTracked } from '../events.ts';
import { subscribe, track } from '../track.ts';

/** Counts a view for the hosts' own numbers. The browser sends it when it has time, also after the page is left. */
const countView = () =>
  void navigator.sendBeacon?.('/api/visits', new Blob(['{}'], { type: 'application/json' }));

/**
 * Notes each page that is opened, and asks the visitor about outside services where any is configured. All but this
 * loads when the page is at rest, or at once for a visitor who has agreed before, since it must be there to tell of one
 * who leaves at once.
 * @param vendors `null` without any
 */
export function Measured({ vendors }: { vendors: Vendors | null }) {
  const { pathname } = useLocation();
  const [Privacy, setPrivacy] = useState<ComponentType<{ vendors: Vendors }> | null>(null);

  useEffect(() => {
    if (!isTracked(pathname)) return;
    track({ name: 'PageView', path: pathname });
    return onIdleOrHidden(countView);
  }, [pathname]);

  useEffect(() => {
    if (!vendors) return subscribe(() => {});
    const load = async () => {
      const loaded = await import('../consent/consent-banner.tsx').catch(() => null);
      if (loaded) setPrivacy(() => loaded.Privacy);
    };
    if (!likelyConsented()) return onIdle(load);
    void load();
  }, [vendors]);

  return vendors && Privacy ? <Privacy vendors={vendors} /> : null;
}
