import { Fragment } from 'react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { channelLabel } from '../../channels/channel-names.ts';
import type { ChannelConflict } from './contract.server.ts';

interface ChannelConflictItemProps {
  conflict: ChannelConflict;
  isBusy: boolean;
  dismiss(pressed: Element): void;
}

/** Two stays of other channels: what hosts can do about them is on those channels. */
export function ChannelConflictItem({
  conflict: { property, events, detectedAt },
  isBusy,
  dismiss,
}: ChannelConflictItemProps) {
  return (
    <li className="grid gap-2 rounded-xl border border-dune bg-white p-4">
      <p className="font-semibold text-ink wrap-anywhere">{property.title}</p>
      <dl className="grid gap-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {events.map(({ channel, feed, checkin, checkout }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: always two, in one order
          <Fragment key={index}>
            <dt className="text-slate wrap-anywhere first-letter:uppercase">{channelLabel(channel, feed)}</dt>
            <dd className="text-ink">{`sold ${formatDate(checkin)} to ${formatDate(checkout)}`}</dd>
          </Fragment>
        ))}
        <dt className="text-slate">Found</dt>
        <dd className="text-ink">{formatDateTime(detectedAt)}</dd>
      </dl>
      <p className="text-slate">
        Neither guest booked here, so nothing can be moved from here. Cancel or move one of the two on its
        channel: this closes by itself once that calendar has changed. Channels that are linked to each other
        directly may show one stay twice.
      </p>
      <div>
        <SmallButton
          disabled={isBusy}
          onClick={({ currentTarget }) => dismiss(currentTarget)}
          className="min-h-11"
        >
          It is one stay
        </SmallButton>
      </div>
    </li>
  );
}
