import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Vendors } from '../../../shared/vendors.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { isVisit } from '../happening.ts';
import { listenTo, measure } from '../measure.ts';

/** Counts a view for the hosts' own numbers. The browser sends it when it has time, also after the page is left. */
const countView = () =>
  void navigator.sendBeacon?.('/api/visits', new Blob(['{}'], { type: 'application/json' }));

/**
 * Notes each page that is opened, and asks the visitor about outside services where any is configured. All but this
 * loads when the page is at rest.
 * @param vendors `null` without any
 */
export function Measured({ vendors }: { vendors: Vendors | null }) {
  const { pathname } = useLocation();
  const [Privacy, setPrivacy] = useState<ComponentType<{ vendors: Vendors }> | null>(null);

  useEffect(() => {
    if (!isVisit(pathname)) return;
    measure({ name: 'PageView', path: pathname });
    return whenQuiet(countView);
  }, [pathname]);

  useEffect(() => {
    if (!vendors) return listenTo(() => {});
    return whenQuiet(async () => {
      const loaded = await import('./privacy.tsx').catch(() => null);
      if (loaded) setPrivacy(() => loaded.Privacy);
    });
  }, [vendors]);

  return vendors && Privacy ? <Privacy vendors={vendors} /> : null;
}
