import { StayLine } from '../../bookings/book/stay-line.tsx';
import { formatTime } from '../../listings/property-detail.ts';
import type { SharedTrip } from '../guide.ts';
import { GuideDocument } from './guide-view.tsx';

/** A stay for those who come along: what the guide says, who else comes, and nothing of its price. */
export const SharedTripView = ({ trip }: { trip: SharedTrip }) => (
  <GuideDocument
    title={`Hello ${trip.name}, see you at ${trip.propertyTitle}`}
    facts={
      <StayLine
        stay={trip}
        more={[
          `check-in from ${formatTime(trip.checkInFrom)}`,
          `check-out until ${formatTime(trip.checkOutUntil)}`,
        ]}
      />
    }
    guide={trip.guide}
    address={trip.address}
    rules={trip.houseRules}
    coming={trip.coming}
    accessOn={trip.accessOn}
  />
);
