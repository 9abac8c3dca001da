import { hostileMails } from './failures/hostile-mails.ts';
import { slowHeaders } from './failures/slow-headers.ts';
import type { Figure, Place } from './metric.ts';

/** How long guests wait while others attack. That nothing is lost, doubled or dropped is for tests to show (T-07, T-16, T-104). */
export const failures = async (place: Place): Promise<Figure[]> => [
  ...(await slowHeaders(place)),
  ...(await hostileMails(place)),
];
