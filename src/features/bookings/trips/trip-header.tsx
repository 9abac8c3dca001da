import type { Ref } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { MailAddress } from '../../../ui/mail-address.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { OnOneLine, UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { formatTime, type PropertyDetail } from '../../listings/property-detail.ts';
import { StayLine } from '../book/stay-line.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import { statusText } from '../record/trip.ts';
import type { TripPhase } from './trip-phase.ts';

interface TripHeaderProps {
  trip: Trip;
  /** `null` for a home that is listed no longer. */
  property: PropertyDetail | null;
  phase: TripPhase;
  /** The heading, which takes the focus when the stay is cancelled. */
  heading: Ref<HTMLHeadingElement>;
}

/** The head of a trip: which stay it is, in which state, with its times and the first image of its home. */
export function TripHeader({ trip, property, phase, heading }: TripHeaderProps) {
  // A bare response has no times of its own.
  const times = trip.checkInFrom ? trip : property;
  const title = property?.title ?? trip.property.title;
  const isCancelled = phase === 'cancelled';
  const picture = property?.pictures[0];
  return (
    <header
      className={`relative overflow-hidden rounded-3xl bg-deep p-6 text-glass sm:p-10 lg:col-span-2 print:overflow-visible print:rounded-none print:bg-transparent print:p-0 print:text-ink ${picture ? 'md:pr-[38%]' : ''}`}
    >
      {picture && (
        <ResponsiveImage
          image={picture}
          alt=""
          sizes="(min-width: 48rem) 24rem, 1px"
          className="absolute! inset-y-0 right-0 w-1/3 max-md:hidden print:hidden"
        />
      )}
      <p className="font-semibold text-sun print:text-ink">
        {statusText[trip.status]}, booking {trip.code}
      </p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-2 text-4xl text-white outline-none sm:text-5xl print:text-ink"
      >
        <UnbrokenText>
          {isCancelled
            ? 'This stay was cancelled'
            : `${phase === 'after' ? 'Your stay' : 'See you'} at ${title}`}
        </UnbrokenText>
      </h1>
      <p className="mt-4 text-lg">
        {isCancelled && `${title}, `}
        <StayLine stay={trip} party={trip} />
      </p>
      {isCancelled && (
        <ButtonLink to="/book" variant="quiet" className="mt-5">
          Find other nights
        </ButtonLink>
      )}
      {times && !isCancelled && phase !== 'after' && (
        <p className="mt-1 text-lg">
          <OnOneLine>{`Check-in from ${formatTime(times.checkInFrom)},`}</OnOneLine>{' '}
          <OnOneLine>{`check-out until ${formatTime(times.checkOutUntil)}`}</OnOneLine>
        </p>
      )}
      {trip.confirmationMail && (
        <p className="mt-4 wrap-anywhere">
          {trip.confirmationMail === 'failed' ? (
            <>
              We could not mail your confirmation to <MailAddress>{`${trip.email}.`}</MailAddress> Please call
              us, and we correct the address.
            </>
          ) : (
            <>
              A confirmation with your receipt is on its way to <MailAddress>{`${trip.email}.`}</MailAddress>
            </>
          )}
        </p>
      )}
    </header>
  );
}
