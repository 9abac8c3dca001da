import { useEffect, useRef, useState } from 'react';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { responseTime } from '../calls.ts';
import { responseTimeText } from '../response-time.ts';

/** A sentence on how fast the hosts usually reply; renders nothing if that is unknown or too slow to promise. */
export function ResponseTime() {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useInView(place);
  const [hours, setHours] = useState<number | null>(null);
  useEffect(() => {
    if (!isNear) return;
    responseTime.read().then(
      ({ hours }) => setHours(hours),
      () => {},
    );
  }, [isNear]);
  return <span ref={place}>{hours !== null && ` At present one of us ${responseTimeText(hours)}.`}</span>;
}
