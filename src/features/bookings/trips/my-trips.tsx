import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { StayLine } from '../book/stay-line.tsx';
import type { TripSummary } from '../record/trip.schema.server.ts';
import { pathOfTrip, statusText } from '../record/trip.ts';

interface MyTripsProps {
  /** `null` from a server that knows of none. */
  trips: AsyncResult<TripSummary[] | null>;
  today: string;
}

/** The signed-in guest's bookings: those to come first, then those that are over. */
export function MyTrips({ trips, today }: MyTripsProps) {
  return (
    <AsyncContent from={trips} pending={<Spinner />} failed={() => null}>
      {(list) =>
        list && (
          <TitledPanel id="trips" title="My trips">
            <TripLists trips={list} today={today} />
          </TitledPanel>
        )
      }
    </AsyncContent>
  );
}

function TripLists({ trips, today }: { trips: TripSummary[]; today: string }) {
  if (trips.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-slate">Stays that you book with this address stand here.</p>
        <ButtonLink to="/book" variant="quiet">
          Find your nights
        </ButtonLink>
      </div>
    );
  }
  const isComing = (trip: TripSummary) =>
    trip.checkout >= today && ['held', 'requested', 'confirmed'].includes(trip.status);
  const coming = trips.filter(isComing).sort((a, b) => a.checkin.localeCompare(b.checkin));
  const past = trips.filter((trip) => !isComing(trip)).sort((a, b) => b.checkin.localeCompare(a.checkin));
  return (
    <div className="grid gap-6">
      {coming.length > 0 && <TripList title="Coming" trips={coming} />}
      {past.length > 0 && <TripList title="Past" trips={past} />}
    </div>
  );
}

function TripList({ title, trips }: { title: string; trips: TripSummary[] }) {
  const { properties } = useSiteSettings();
  return (
    <div>
      <h3 className="font-sans text-base font-semibold tracking-normal text-ink">{title}</h3>
      <ul className="mt-2 divide-y divide-dune">
        {trips.map((trip) => (
          <li
            key={trip.code}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 sm:flex-nowrap"
          >
            <div className="min-w-0">
              <Link
                to={pathOfTrip(trip)}
                className="inline-block max-w-full py-2 text-lg wrap-anywhere font-semibold text-gulf underline underline-offset-4 hover:no-underline"
              >
                {properties.find(({ slug }) => slug === trip.property.slug)?.title ?? trip.property.title}
              </Link>
              <p className="text-slate">
                <StayLine stay={trip} party={trip} />
              </p>
            </div>
            <p className="shrink-0 sm:text-right">
              <span className="block font-semibold text-ink">{formatMoney(trip.total, trip.currency)}</span>
              <span className="text-slate">{statusText[trip.status]}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
