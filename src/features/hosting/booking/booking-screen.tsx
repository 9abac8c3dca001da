import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { Notice } from '../../admin/shell/access-states.tsx';
import { ErrorState, Skeleton } from '../../admin/table-screen/states.tsx';
import { countNights } from '../../bookings/calendar/nights.ts';
import type { HostedDetail } from '../../bookings/hosting/read-booking.server.ts';
import { partyText } from '../../bookings/quotes/stay-facts.tsx';
import { bookingQuery } from '../bookings/queries.ts';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { ActionButtons, type ActionName, isAction } from '../decisions/action-buttons.tsx';
import { ActionDialog } from '../decisions/action-dialog.tsx';
import { Access, Agreement, Guest } from './booking-guest.tsx';
import { BookingHistory } from './booking-history.tsx';
import { Money } from './booking-money.tsx';

/** One booking on one page, with everything that hosts may do with it. */
export function BookingScreen({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(bookingQuery(code));
  if (data) return <Booking booking={data} refreshFailed={error !== null} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice
        icon={SearchX}
        level="h1"
        title="No such booking"
        actions={<ButtonLink to="/admin/bookings">All bookings</ButtonLink>}
      >
        <p>There is no booking with the code {code}.</p>
      </Notice>
    );
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton />;
}

/** `?do=refund` opens a dialog, so that rows of tables can lead to it and 'back' closes it. */
function Booking({ booking, refreshFailed }: { booking: HostedDetail; refreshFailed: boolean }) {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  const requested = params.get('do') ?? '';
  const [opened, setOpened] = useState<ActionName | null>(null);
  // A dialog stays with its error when the booking, fetched again, does not allow the action any more.
  const isOpen = isAction(requested) && (booking.can.includes(requested) || opened === requested);
  const action = isOpen ? requested : null;
  if (action !== opened) setOpened(action);
  // What had the focus may be gone with the action.
  useEffect(() => {
    if (action !== null || !isDone.current) return;
    isDone.current = false;
    heading.current?.focus();
  }, [action]);
  const setAction = (name: ActionName | null) =>
    setParams(name ? { do: name } : {}, { replace: name === null });
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6">
      <Link
        to="/admin/bookings"
        className="inline-flex min-h-10 items-center gap-2 justify-self-start font-semibold text-gulf underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All bookings
      </Link>
      <ToastArea toasts={toasts} />
      <header className="grid gap-3 rounded-2xl border border-dune bg-white p-4 sm:p-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-2xl wrap-anywhere text-deep outline-none sm:text-3xl"
          >
            {booking.name}
          </h1>
          <StatusBadge status={booking.status} />
        </div>
        <p className="text-lg text-ink">
          {`${booking.property.title}, ${formatDate(booking.checkin)} to ${formatDate(booking.checkout)}`}
        </p>
        <p className="text-slate">
          {`${pluralize(countNights(booking), 'night')}, ${partyText(booking)}, booking ${booking.code}`}
        </p>
        <p className="text-slate">{situation(booking)}</p>
        {refreshFailed && (
          <p role="status" className="text-sm text-danger">
            This page could not be brought up to date. It shows the booking as it was a moment ago.
          </p>
        )}
        <ActionButtons booking={booking} choose={setAction} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:items-start">
        <Guest booking={booking} />
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Money booking={booking} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Access booking={booking} />
          <BookingHistory booking={booking} />
          <Agreement booking={booking} />
        </div>
      </div>
      {action && (
        <ActionDialog
          key={action}
          action={action}
          booking={booking}
          onClose={() => setAction(null)}
          onDone={(text) => {
            setAction(null);
            toasts.show({ text, stayMs: 8_000 });
            isDone.current = true;
          }}
        />
      )}
    </div>
  );
}

/** What the booking waits for, or what became of it. */
function situation(booking: HostedDetail): string {
  const { status, holdExpiresAt, due, dueOn, currency, cancelledAt, isPaymentProcessing } = booking;
  if (isPaymentProcessing) return 'A payment is on its way from the guest’s bank.';
  if (status === 'requested' && holdExpiresAt)
    return `Approve or decline by ${formatDateTime(holdExpiresAt)}; after that the request lapses.`;
  if (status === 'held' && holdExpiresAt)
    return `The nights are held until ${formatDateTime(holdExpiresAt)}.`;
  if (status === 'cancelled' && cancelledAt) return `Cancelled on ${formatDateTime(cancelledAt)}.`;
  if (status !== 'confirmed') return 'This booking has ended; its nights are free.';
  if (due === 0) return 'All of it is paid.';
  const open = formatMoney(due, currency);
  return dueOn
    ? `${open} is charged to the stored card on ${formatDate(dueOn)}.`
    : `${open} is still open. The guest can pay it on their trip’s page.`;
}
