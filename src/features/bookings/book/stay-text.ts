import { formatStayDates } from '../../../shared/dates.ts';
import { countNights, type DateSpan } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';

/** `Fri, July 9 – Fri, July 16, 2027, 7 nights`. */
export const stayText = (stay: DateSpan): string =>
  `${formatStayDates(stay.checkin, stay.checkout)}, ${pluralize(countNights(stay), 'night')}`;

/** `2 guests, 1 pet`. */
export const partyText = ({ guests, pets }: { guests: number; pets: number }): string =>
  [pluralize(guests, 'guest'), pets > 0 && pluralize(pets, 'pet')].filter(Boolean).join(', ');
