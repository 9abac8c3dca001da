import { formatDate } from '../../shared/dates.ts';
import { pluralize } from '../../shared/text/text.ts';
import { graceText } from '../bookings/pricing/cancellation-text.ts';
import type { Tax } from '../bookings/pricing/price.ts';
import { type CancellationPolicy, refundingSteps } from '../bookings/pricing/refund.ts';

/** Formats the refunds of a cancellation in sentences, the highest first, without steps that refund no more than a later one. */
export function cancellationText({ steps, graceHours }: CancellationPolicy): string[] {
  const sorted = refundingSteps(steps).sort(
    (a, b) => b.refund_percent - a.refund_percent || a.days_before - b.days_before,
  );
  const counted = sorted.filter(({ days_before }, index) =>
    sorted.slice(0, index).every((better) => better.days_before > days_before),
  );
  return [
    ...(graceHours > 0 ? [`Everything goes back ${graceText(graceHours)}.`] : []),
    ...counted.map(
      ({ days_before, refund_percent }) =>
        `${refund_percent}% of rent and fees goes back until ${
          days_before === 0 ? 'check-in' : `${pluralize(days_before, 'day')} before check-in`
        }.`,
    ),
    `${counted.length > 0 ? 'After that rent' : 'Rent'} is not refunded; cleaning and pet fees with their taxes go back.`,
  ];
}

/** The taxes in force on a day or later, in sentences. @param today `YYYY-MM-DD` */
export const taxText = (taxes: readonly Tax[], today: string): string[] =>
  taxes
    .filter(({ last_night }) => last_night === null || last_night >= today)
    .map(({ label, jurisdiction, percent, step, first_night, last_night, max_nights }) => {
      const base = step > 1 ? 'rent, taxed fees and the taxes before it' : 'rent and taxed fees';
      return [
        `${label}: ${percent}% of ${base}, for ${jurisdiction}`,
        first_night !== null && first_night > today && `from check-ins on ${formatDate(first_night)} on`,
        last_night !== null && `up to check-ins on ${formatDate(last_night)}`,
        max_nights !== null && `not on stays of more than ${pluralize(max_nights, 'night')}`,
      ]
        .filter(Boolean)
        .join(', ')
        .concat('.');
    });
