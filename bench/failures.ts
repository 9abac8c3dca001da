import { hostileMails } from './failures/hostile-mails.ts';
import { slowHeaders } from './failures/slow-headers.ts';
import type { Figure, Place } from './metric.ts';

/**
 * Measures how long guests wait during attacks. Tests show that nothing is lost, doubled or dropped (T-07, T-16,
 * T-104).
 */
export const failures = async (place: Place): Promise<Figure[]> => [
  ...(await slowHeaders(place)),
  ...(await hostileMails(place)),
];
