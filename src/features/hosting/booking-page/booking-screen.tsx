import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { FailedScreen, Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { BookingMessages } from '../../scheduled-messages/ui/booking-messages.tsx';
import { type ActionName, actionLabel, isAction } from '../booking-actions/action-buttons.tsx';
import { ActionDialog } from '../booking-actions/action-dialog.tsx';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { bookingQuery } from '../bookings/queries.ts';
import type { Route } from './+types/booking-screen';
import { Companions } from './booking-companions.tsx';
import { Extras } from './booking-extras.tsx';
import { Access, Agreement, Guest } from './booking-guest.tsx';
import { BookingHeader } from './booking-header.tsx';
import { BookingHistory } from './booking-history.tsx';
import { Money } from './booking-money.tsx';
import { Panel } from './panel.tsx';

export const meta: Route.MetaFunction = ({ params: { code } }) => screenMeta(`Booking ${code.toUpperCase()}`);

/** One booking on one page, with everything that hosts may do with it. */
export default function BookingPage({ params }: Route.ComponentProps) {
  const code = params.code.toUpperCase();
  return <BookingScreen key={code} code={code} />;
}

function BookingScreen({ code }: { code: string }) {
  const query = useQuery(bookingQuery(code));
  const { data, error } = query;
  if (!data && error instanceof ApiError && error.status === 404)
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
  return (
    <Loaded query={query} failed={FailedScreen} reloadError="hidden">
      {(booking) => <Booking booking={booking} refreshFailed={error !== null} />}
    </Loaded>
  );
}

/** `?do=refund` opens that dialog, so that rows of tables can link to it, and 'back' closes it. */
function Booking({ booking, refreshFailed }: { booking: HostedDetail; refreshFailed: boolean }) {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  const requested = params.get('do') ?? '';
  const [opened, setOpened] = useState<ActionName | null>(null);
  // A dialog stays with its error when the booking, fetched again, no longer allows the action.
  const isOpen = isAction(requested) && (booking.can.includes(requested) || opened === requested);
  const action = isOpen ? requested : null;
  if (action !== opened) setOpened(action);
  // The element that had the focus may have disappeared with the action.
  useLayoutEffect(() => {
    if (action !== null || !isDone.current) return;
    isDone.current = false;
    heading.current?.focus();
  }, [action]);
  const setAction = (name: ActionName | null) =>
    setParams(name ? { do: name } : {}, { replace: name === null });
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-4`}>
      <div>
        <BackLink to="/admin/bookings">All bookings</BackLink>
      </div>
      <ToastArea toasts={toasts} />
      {isAction(requested) && !isOpen && (
        <p role="status" className="rounded-xl bg-peach p-3 text-ink">
          {`“${actionLabel(requested)}” is not possible for this booking now.`}
        </p>
      )}
      <BookingHeader booking={booking} refreshFailed={refreshFailed} heading={heading} choose={setAction} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:grid-rows-[auto_auto_1fr] lg:items-start">
        <Guest booking={booking} />
        {/* A phone shows the history and what was agreed last. */}
        <div className="contents lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-4">
          <Money booking={booking} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-1">
            <BookingHistory booking={booking} />
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Extras booking={booking} />
          <Access booking={booking} />
          <Companions booking={booking} />
          <Panel title="Messages">
            <BookingMessages code={booking.code} />
          </Panel>
        </div>
        <div className="max-lg:order-1 lg:col-start-1">
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
