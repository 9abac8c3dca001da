import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { formatOthersOfDay } from '../../bookings/extras/others-of-day.ts';
import { billLabel } from '../../bookings/quotes/quote.ts';
import { guestLabel } from '../../channels/channel-names.ts';
import { bookingCharge } from '../booking-actions/charge-calls.ts';
import { hostedExtra, pendingExtras } from '../booking-actions/extras-calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain } from '../bookings/queries.ts';
import { Panel } from './panel.tsx';

type Added = HostedDetail['extras'][number];

const statusText: Record<Added['status'], string> = {
  included: 'In the booking',
  asked: 'Asked for',
  open: 'Not paid yet',
  paid: 'Paid',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  refunded: 'Refunded',
};

/** It is no longer owed. */
const isOver = ({ status }: Added): boolean =>
  status === 'declined' || status === 'withdrawn' || status === 'refunded';

/** The extras of the stay; hosts decide about those that its guest requested. */
export function Extras({ booking: { code, extras, currency } }: { booking: HostedDetail }) {
  if (extras.length === 0) return null;
  return (
    <Panel title="Extras">
      <ul className="divide-y divide-dune/70">
        {extras.map((extra) => (
          <li key={extra.id} className="py-3">
            <p className="flex items-baseline justify-between gap-x-4 text-ink">
              <span className="min-w-0 wrap-anywhere">
                {billLabel(extra)}
                <span className="block text-sm text-slate">{statusText[extra.status]}</span>
              </span>
              {!isOver(extra) && (
                <span className="shrink-0 tabular-nums">{formatMoney(extra.total, currency)}</span>
              )}
            </p>
            {extra.reason && <p className="text-sm wrap-anywhere text-slate">“{extra.reason}”</p>}
            {extra.status === 'asked' && <Decision code={code} extra={extra} />}
            {extra.isCharge && extra.status === 'open' && <VoidCharge code={code} extra={extra} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Withdraws an unpaid charge. */
function VoidCharge({ code, extra: { id, label } }: { code: string; extra: Added }) {
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: () => bookingCharge.void({ code, id }),
    onSettled: () => fetchAgain(client, code),
  });
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <SmallButton
        aria-label={`Take it back: ${label}`}
        disabled={take.isPending}
        onClick={() => take.mutate()}
        className="min-h-11"
      >
        Take it back
      </SmallButton>
      {take.error && <ErrorAlert>{take.error.message}</ErrorAlert>}
    </div>
  );
}

const pendingQuery = queryOptions({
  queryKey: ['bookings', 'asked'],
  queryFn: ({ signal }) => pendingExtras.list({ signal }),
});

/** Other departures and arrivals on the day of the guest's request. */
function OthersOfDay({ id }: { id: string }) {
  const { data } = useQuery(pendingQuery);
  const extra = data?.asked.find((pending) => pending.id === id);
  if (!extra) return null;
  const guests = (all: typeof extra.arrivals) =>
    all.filter(({ code }) => code !== extra.code).map(({ guest }) => guestLabel(guest));
  const others = { departures: guests(extra.departures), arrivals: guests(extra.arrivals) };
  return <p className="text-sm wrap-anywhere text-ink">{formatOthersOfDay(others)}</p>;
}

/** Approves with one press; when declined, the guest gets the reason. */
function Decision({ code, extra: { id, label } }: { code: string; extra: Added }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: (verb: 'approve' | 'decline') =>
      verb === 'approve'
        ? hostedExtra.approve({ code, id, json: {} })
        : hostedExtra.decline({ code, id, json: { reason } }),
    onSettled: () => fetchAgain(client, code),
  });
  return (
    <div className="mt-2 grid gap-2">
      <OthersOfDay id={id} />
      <Field label="Why not, for the guest (may be left empty)" size="small">
        {(control) => (
          <input
            {...control}
            value={reason}
            maxLength={300}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className="flex flex-wrap gap-2">
        <SmallButton
          aria-label={`Approve ${label}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate('approve')}
          className="min-h-11"
        >
          Approve
        </SmallButton>
        <SmallButton
          variant="danger"
          aria-label={`Decline ${label}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate('decline')}
          className="min-h-11"
        >
          Decline
        </SmallButton>
      </p>
      {decide.error && <ErrorAlert>{decide.error.message}</ErrorAlert>}
    </div>
  );
}
