import { Bath, BedDouble, Clock, DoorOpen, Users } from 'lucide-react';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime, type PropertyDetail } from '../property-detail.ts';

export function PropertyFacts({ stay }: { stay: PropertyDetail }) {
  const facts = [
    [Users, pluralize(stay.guests, 'guest')],
    [BedDouble, pluralize(stay.beds, 'bed')],
    [Bath, pluralize(stay.baths, 'bath')],
  ] as const;
  return (
    <ul
      aria-label="Facts"
      className="flex flex-wrap gap-x-4 gap-y-2 font-medium text-ink min-[22.5rem]:gap-x-6 min-[22.5rem]:text-lg"
    >
      {facts.map(([Icon, label]) => (
        <li key={label} className="flex items-center gap-1.5 min-[22.5rem]:gap-2">
          <Icon aria-hidden="true" className="size-5 min-[22.5rem]:size-5.5 text-lagoon" />
          {label}
        </li>
      ))}
    </ul>
  );
}

export function ClockTimes({ stay }: { stay: PropertyDetail }) {
  return (
    <dl className="grid grid-cols-2 gap-4">
      {(
        [
          ['Check-in', `from ${formatTime(stay.checkInFrom)}`, DoorOpen],
          ['Check-out', `until ${formatTime(stay.checkOutUntil)}`, Clock],
        ] as const
      ).map(([name, label, Icon]) => (
        <div key={name}>
          <dt className="flex items-center gap-2 text-sm font-semibold text-slate">
            <Icon aria-hidden="true" className="size-4" />
            {name}
          </dt>
          <dd className="mt-0.5 font-semibold text-ink">{label}</dd>
        </div>
      ))}
    </dl>
  );
}
