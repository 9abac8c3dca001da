import { TriangleAlert } from 'lucide-react';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { RateEffect } from './contract.server.ts';

const range = ({ lowest, highest }: RateEffect['before'], currency: string): string =>
  lowest === highest
    ? formatMoney(lowest, currency)
    : `${formatMoney(lowest, currency)} to ${formatMoney(highest, currency)}`;

function changeText({ nights, changedNights }: RateEffect): string {
  if (changedNights === 0) return 'nothing changes';
  if (changedNights === nights) return nights === 1 ? 'it changes' : 'all of them change';
  return changedNights === 1 ? 'one of them changes' : `${changedNights} of them change`;
}

/** The effect of a change before it is saved. */
export function EffectView({ effect }: { effect: RateEffect }) {
  const { nights, bookedNights, openQuotes, openOffers, properties, currency } = effect;
  const promised = [
    openQuotes > 0 && pluralize(openQuotes, 'open quote'),
    openOffers > 0 && pluralize(openOffers, 'open offer'),
  ].filter((text) => text !== false);
  const unreachable = properties.flatMap(({ title, unreachable }) =>
    unreachable.map((run) => ({ ...run, title })),
  );
  return (
    <div className="grid gap-3">
      <p>
        {`${pluralize(nights, 'night')}${properties.length > 1 ? ` in ${properties.length} homes` : ''}; ${changeText(effect)}.`}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-slate">Price before</dt>
        <dd className="font-semibold">{range(effect.before, currency)}</dd>
        <dt className="text-slate">Price after</dt>
        <dd className="font-semibold">{range(effect.after, currency)}</dd>
      </dl>
      {properties.length > 1 && (
        <ul className="grid gap-1 text-sm">
          {properties.map(({ id, title, before, after }) => (
            <li key={id}>{`${title}: ${range(before, currency)} → ${range(after, currency)}`}</li>
          ))}
        </ul>
      )}
      {bookedNights > 0 && (
        <p>{`${pluralize(bookedNights, 'night')} of them ${bookedNights === 1 ? 'is' : 'are'} booked: those guests pay what they agreed to.`}</p>
      )}
      {promised.length > 0 && (
        <p>{`${promised.join(' and ')} for these nights ${openQuotes + openOffers === 1 ? 'keeps its' : 'keep their'} price until the time is over.`}</p>
      )}
      {unreachable.map(({ title, first_night, message, wasReachable }) => (
        <p
          key={`${title} ${first_night}`}
          className="flex gap-2 rounded-lg border border-danger/30 bg-danger/8 p-3 text-danger"
        >
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {`${properties.length > 1 ? `${title}: ` : ''}${message}${wasReachable ? '' : ' They cannot be booked now, either.'}`}
        </p>
      ))}
    </div>
  );
}
