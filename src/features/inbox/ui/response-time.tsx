import { useEffect, useRef, useState } from 'react';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { responseTimeClient, responseTimeText } from '../client.ts';

/** A sentence on how fast the hosts usually answer, once measured; nothing while that is no promise to make. */
export function ResponseTime() {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useInView(place);
  const [hours, setHours] = useState<number | null>(null);
  useEffect(() => {
    if (!isNear) return;
    responseTimeClient()
      .hours()
      .then(setHours, () => {});
  }, [isNear]);
  return <span ref={place}>{hours !== null && ` At present one of us ${responseTimeText(hours)}.`}</span>;
}
