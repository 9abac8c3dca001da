import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { arrivalFacts } from '../../bookings/arrival-details/arrival-details.ts';
import { channelNames } from '../../channels/channel-names.ts';
import { formatTime } from '../../listings/property-detail.ts';
import type { ComingDay, Today, TodayStay } from './contract.server.ts';
import { PhoneLink } from './task-list.tsx';

type Movement = 'arrives' | 'leaves' | 'stays';

const lists: { id: string; title: string; move: Movement; none: string }[] = [
  { id: 'arriving', title: 'Arriving today', move: 'arrives', none: 'Nobody arrives today.' },
  { id: 'leaving', title: 'Leaving today', move: 'leaves', none: 'Nobody leaves today.' },
  { id: 'in-house', title: 'In house', move: 'stays', none: 'No other guests are in the homes.' },
];

/** The guests who arrive, leave and stay today and in the next days; empty lists are joined in one box. */
export function StayLists({ today }: { today: Today }) {
  const { arrivals, departures, inHouse, coming } = today;
  const stays: Record<Movement, readonly TodayStay[]> = {
    arrives: arrivals,
    leaves: departures,
    stays: inHouse,
  };
  const empty = lists.filter(({ move }) => stays[move].length === 0);
  const [tomorrow, ...later] = coming;
  return (
    <div className="grid content-start gap-5">
      {lists
        .filter((list) => !empty.includes(list))
        .map((list) => (
          <StaySection key={list.id} {...list} stays={stays[list.move]} />
        ))}
      {empty.length > 0 && <EmptyLists lists={empty} coming={coming} />}
      <Paying today={today} />
      {tomorrow && !isEmpty(tomorrow) && <Tomorrow day={tomorrow} />}
      <LaterDays days={later} />
    </div>
  );
}

interface EmptyListsProps {
  lists: readonly { id: string; none: string }[];
  coming: readonly ComingDay[];
}

/** `Nobody arrives or leaves until Sunday, December 6.` if all lists are empty, else a line for each. */
function EmptyLists({ lists: empty, coming }: EmptyListsProps) {
  const next = coming.find((day) => !isEmpty(day));
  const last = coming.at(-1);
  const until = next
    ? `until ${formatDay(next.date)}`
    : last
      ? `until ${formatDay(last.date)} at least`
      : 'today';
  return (
    <section aria-label="Quiet today" className="rounded-2xl bg-white p-4 text-slate shadow-card">
      {empty.map(({ id }) => (
        <span key={id} id={id} className="scroll-mt-20" />
      ))}
      {empty.length === lists.length ? (
        <p className="text-deep">{`Nobody arrives or leaves ${until}.`}</p>
      ) : (
        <p>{empty.map(({ none }) => none).join(' ')}</p>
      )}
    </section>
  );
}

/** Guests who are on the payment page just now: nothing for the hosts to do. */
function Paying({ today: { holds, currency } }: { today: Today }) {
  if (holds.length === 0) return null;
  return (
    <section aria-labelledby="paying-title" className="rounded-2xl bg-white p-4 shadow-card">
      <h2 id="paying-title" className="text-xl text-deep">
        Being paid now
      </h2>
      <ul className="mt-2 grid gap-2 text-sm text-slate">
        {holds.map(({ code, name, property, checkin, checkout, total }) => (
          <li key={code} className="wrap-anywhere">
            <Link
              to={`/admin/bookings/${code}`}
              className="font-semibold text-gulf underline underline-offset-4 hover:no-underline"
            >
              {name}
            </Link>
            {`, ${property.title}, ${formatDate(checkin)} to ${formatDate(checkout)} · ${formatMoney(total, currency)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StaySectionProps {
  id: string;
  title: string;
  stays: readonly TodayStay[];
  move: Movement;
}

const StaySection = ({ id, title, stays, move }: StaySectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="scroll-mt-20 rounded-2xl bg-white p-4 shadow-card"
  >
    <h2 id={`${id}-title`} className="flex items-baseline justify-between gap-3 text-xl text-deep">
      {title}
      <span className="font-sans text-sm font-semibold text-slate tabular-nums">{stays.length}</span>
    </h2>
    <ul className="mt-1 divide-y divide-dune/70">
      {stays.map((stay) => (
        <StayRow key={stay.code ?? `${stay.property.slug} ${stay.checkin}`} stay={stay} move={move} />
      ))}
    </ul>
  </section>
);

const times: Record<Movement, (stay: TodayStay) => string> = {
  arrives: ({ checkInFrom, checkout }) => `from ${formatTime(checkInFrom)}, until ${formatDate(checkout)}`,
  leaves: ({ checkOutUntil }) => `until ${formatTime(checkOutUntil)}`,
  stays: ({ checkout }) => `until ${formatDate(checkout)}`,
};

const partyText = ({ guests, pets }: TodayStay): string =>
  [guests !== null && pluralize(guests, 'guest'), pets > 0 && pluralize(pets, 'pet')]
    .filter(Boolean)
    .join(', ');

function StayRow({ stay, move }: { stay: TodayStay; move: Movement }) {
  const party = partyText(stay);
  const arrival = arrivalFacts(stay.arrivalDetails);
  return (
    <li className="py-3 last:pb-0">
      <p className="wrap-anywhere">
        <Guest stay={stay} />
        {party && <span className="text-slate">, {party}</span>}
      </p>
      <p className="text-sm text-slate">
        {stay.property.title} · {times[move](stay)}
      </p>
      {move === 'arrives' && <Readiness isReady={stay.isReady} />}
      {move === 'arrives' && arrival.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink">Arrival: {arrival.join(' · ')}</p>
      )}
      {stay.phone && (
        <p className="text-sm">
          <PhoneLink phone={stay.phone} />
        </p>
      )}
    </li>
  );
}

const Readiness = ({ isReady }: { isReady: boolean }) => (
  <p className={`text-sm font-semibold ${isReady ? 'text-leaf' : 'text-danger'}`}>
    {isReady ? 'The home is ready' : 'The home is not ready yet'}
  </p>
);

const Guest = ({ stay }: { stay: TodayStay }) =>
  stay.code ? (
    <Link
      to={`/admin/bookings/${stay.code}`}
      className="font-semibold text-gulf underline underline-offset-2"
    >
      {stay.name}
    </Link>
  ) : (
    <span className="font-semibold text-deep">A guest of {channelNames[stay.channel ?? 'other']}</span>
  );

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
/** `Saturday, July 10`. */
export const formatDay = (date: string): string => weekday.format(new Date(date));

const isEmpty = ({ arrivals, departures }: ComingDay): boolean =>
  arrivals.length === 0 && departures.length === 0;

const Tomorrow = ({ day }: { day: ComingDay }) => (
  <section className="rounded-2xl bg-white p-4 shadow-card">
    <h2 className="text-xl text-deep">Tomorrow</h2>
    <p className="text-sm text-slate">{formatDay(day.date)}</p>
    <Moves day={day} />
  </section>
);

/** The days with arrivals or departures. */
function LaterDays({ days }: { days: readonly ComingDay[] }) {
  const busy = days.filter((day) => !isEmpty(day));
  const last = days.at(-1);
  if (busy.length === 0) return null;
  return (
    <section className="rounded-2xl bg-white p-4 shadow-card">
      <h2 className="text-xl text-deep">The next days</h2>
      {last && <p className="text-sm text-slate">Until {formatDay(last.date)}</p>}
      <ul className="divide-y divide-dune/70">
        {busy.map((day) => (
          <li key={day.date} className="py-2 last:pb-0">
            <h3 className="font-sans text-sm font-semibold tracking-normal text-deep">
              {formatDay(day.date)}
            </h3>
            <Moves day={day} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Moves({ day: { arrivals, departures } }: { day: ComingDay }) {
  const moves = [
    ...departures.map((stay) => ({ stay, move: 'leaves' as const, time: stay.checkOutUntil })),
    ...arrivals.map((stay) => ({ stay, move: 'arrives at' as const, time: stay.checkInFrom })),
  ];
  return (
    <ul className="mt-1 grid gap-1 text-sm">
      {moves.map(({ stay, move, time }) => (
        <li key={`${move} ${stay.code ?? stay.property.slug}`} className="text-slate wrap-anywhere">
          <Guest stay={stay} /> {move} {stay.property.title} ({formatTime(time)})
        </li>
      ))}
    </ul>
  );
}
