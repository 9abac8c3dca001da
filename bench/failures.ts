import { crashes } from './failures/crashes.ts';
import { drain } from './failures/drain.ts';
import { hostileMails } from './failures/hostile-mails.ts';
import { payments } from './failures/payments.ts';
import { slowHeaders } from './failures/slow-headers.ts';
import type { Figure, Place } from './metric.ts';

/** What stays true when things go wrong. */
export async function failures(place: Place): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const trial of [payments, slowHeaders, hostileMails, drain, crashes])
    figures.push(...(await trial(place)));
  return figures;
}
