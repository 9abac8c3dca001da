import type { RefObject } from 'react';
import { formatDate, formatDateTime, todayAtProperty } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { countNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { partyText } from '../../bookings/book/stay-text.ts';
import { ActionButtons, type ActionName } from '../booking-actions/action-buttons.tsx';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { Unsettled } from './unsettled.tsx';

interface BookingHeaderProps {
  booking: HostedDetail;
  /** The booking is shown as it was before. */
  refreshFailed: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  choose(action: ActionName): void;
}

/** Who, where and when, what the booking waits for, and what may be done now. */
export function BookingHeader({ booking, refreshFailed, heading, choose }: BookingHeaderProps) {
  return (
    <header className="grid gap-3 rounded-2xl border border-dune bg-white p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere text-deep outline-none sm:text-3xl">
          {booking.name}
        </h1>
        <StatusBadge status={booking.status} />
      </div>
      <p className="text-lg text-ink">
        {`${booking.property.title} · ${formatDate(booking.checkin)} to ${formatDate(booking.checkout)}`}
      </p>
      <p className="text-slate">
        {`${pluralize(countNights(booking), 'night')}, ${partyText(booking)}, booking ${booking.code}`}
      </p>
      <p className="text-slate">{situation(booking)}</p>
      <Unsettled booking={booking} />
      {refreshFailed && (
        <p role="status" className="text-sm text-danger">
          This page could not be brought up to date. It shows the booking as it was a moment ago.
        </p>
      )}
      <ActionButtons booking={booking} choose={choose} />
    </header>
  );
}

/** The text about what the booking waits for, or how it ended. */
function situation(booking: HostedDetail): string {
  const {
    status,
    holdExpiresAt,
    due,
    dueOn,
    payNow,
    hasCard = true,
    currency,
    cancelledAt,
    isPaymentProcessing,
  } = booking;
  if (isPaymentProcessing) return 'A payment is on its way from the guest’s bank.';
  if (status === 'requested' && holdExpiresAt)
    return `Approve or decline by ${formatDateTime(holdExpiresAt)}; after that the request lapses.`;
  if (status === 'held' && holdExpiresAt)
    return `The nights are held until ${formatDateTime(holdExpiresAt)}.`;
  if (status === 'cancelled' && cancelledAt) return `Cancelled on ${formatDateTime(cancelledAt)}.`;
  if (status !== 'confirmed') return 'This booking has ended; its nights are free.';
  if (due === 0) return 'All of it is paid.';
  const open = formatMoney(payNow < due ? due - payNow : due, currency);
  if (dueOn && dueOn < todayAtProperty(new Date()))
    return `${open} is due since ${formatDate(dueOn)}. The guest can pay it on their trip’s page.`;
  if (payNow < due)
    return `${formatMoney(payNow, currency)} is due now, ${open} ${dueOn ? `on ${formatDate(dueOn)}` : 'is still open'}.`;
  if (dueOn && hasCard) return `${open} is charged to the stored card on ${formatDate(dueOn)}.`;
  return dueOn
    ? `${open} is due on ${formatDate(dueOn)}. No card is stored; the guest can pay it on their trip’s page.`
    : `${open} is still open. The guest can pay it on their trip’s page.`;
}
