import { Fragment } from 'react';
import { formatStayDates } from '../../../shared/dates.ts';
import { countNights, type DateSpan } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { partyText } from './stay-text.ts';

interface StayLineProps {
  stay: DateSpan;
  party?: { guests: number; pets: number };
  /** The text after the dates, nights and party. */
  more?: string[];
}

/** `Fri, July 9 – Fri, July 16, 2027, 7 nights, 2 guests`; a line breaks between its parts before it breaks one. */
export function StayLine({ stay, party, more = [] }: StayLineProps) {
  const nights = pluralize(countNights(stay), 'night');
  const facts = party ? [nights, partyText(party)] : [nights];
  return <Parts dates={stay} more={[...facts, ...more]} />;
}

/** `Fri, July 9 – Fri, July 16, 2027`; a line breaks between the dates before it breaks one. */
export const StayDates = ({ stay }: { stay: DateSpan }) => <Parts dates={stay} more={[]} />;

/** Each comma belongs to what is before it, so that no line begins with one. */
function Parts({ dates: { checkin, checkout }, more }: { dates: DateSpan; more: string[] }) {
  const [first = '', last = ''] = formatStayDates(checkin, checkout).split(' – ');
  const list = [last, ...more];
  const parts = [`${first} –`, ...list.slice(0, -1).map((part) => `${part},`), ...list.slice(-1)];
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}
