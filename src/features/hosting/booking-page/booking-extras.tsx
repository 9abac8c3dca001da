import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useFocusAfterRemoval } from '../../../ui/browser/use-focus-after-removal.ts';
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

interface Decision {
  act(): Promise<unknown>;
  /** Describes the action after it. */
  done: string;
}

/** The extras of the stay; hosts decide about those that its guest requested. */
export function Extras({ booking: { code, extras, currency } }: { booking: HostedDetail }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfterRemovalOf = useFocusAfterRemoval(() => heading.current?.focus());
  // The list holds the call, because its result is shown after the row's buttons are gone.
  const decision = useMutation({
    mutationFn: ({ act }: Decision) => act(),
    onSettled: () => fetchAgain(client, code),
  });
  if (extras.length === 0) return null;
  const decide = {
    isBusy: decision.isPending,
    run(pressed: Element, next: Decision) {
      focusAfterRemovalOf(pressed);
      decision.mutate(next);
    },
  };
  return (
    <Panel title="Extras" heading={heading}>
      <div aria-live="polite" className="mb-3 empty:hidden">
        {decision.isSuccess && <Alert>{decision.variables.done}</Alert>}
        {decision.error && <Alert failed>{decision.error.message}</Alert>}
      </div>
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
            {extra.status === 'asked' && <ExtraRequest code={code} extra={extra} decide={decide} />}
            {extra.isCharge && extra.status === 'open' && (
              <OpenCharge code={code} extra={extra} decide={decide} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface DecisionProps {
  code: string;
  extra: Added;
  decide: { isBusy: boolean; run(pressed: Element, decision: Decision): void };
}

/** An unpaid charge, which can be withdrawn. */
const OpenCharge = ({ code, extra: { id, label }, decide }: DecisionProps) => (
  <SmallButton
    aria-label={`Take it back: ${label}`}
    disabled={decide.isBusy}
    onClick={({ currentTarget }) =>
      decide.run(currentTarget, {
        act: () => bookingCharge.void({ code, id }),
        done: `Taken back: ${label}.`,
      })
    }
    className="mt-2 min-h-11"
  >
    Take it back
  </SmallButton>
);

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

/** What a guest requested: approved with one press; when it is declined, the guest gets the reason. */
function ExtraRequest({ code, extra: { id, label }, decide }: DecisionProps) {
  const [reason, setReason] = useState('');
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
          disabled={decide.isBusy}
          onClick={({ currentTarget }) =>
            decide.run(currentTarget, {
              act: () => hostedExtra.approve({ code, id, json: {} }),
              done: `Approved: ${label}.`,
            })
          }
          className="min-h-11"
        >
          Approve
        </SmallButton>
        <SmallButton
          variant="danger"
          aria-label={`Decline ${label}`}
          disabled={decide.isBusy}
          onClick={({ currentTarget }) =>
            decide.run(currentTarget, {
              act: () => hostedExtra.decline({ code, id, json: { reason } }),
              done: `Declined: ${label}.`,
            })
          }
          className="min-h-11"
        >
          Decline
        </SmallButton>
      </p>
    </div>
  );
}
