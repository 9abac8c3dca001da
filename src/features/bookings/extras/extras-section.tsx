import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { billLabel } from '../quotes/quote.ts';
import type { AddedExtra } from '../record/added-extras.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { tripPath } from '../record/trip-paths.ts';
import type { BookingExtras } from './contract.server.ts';
import type { OrderOutcome } from './submit-order.ts';

interface ExtrasSectionProps {
  trip: Pick<Trip, 'code' | 'currency' | 'dueOn'>;
  extras: BookingExtras;
  outcome: OrderOutcome | null;
}

const statusText: Record<AddedExtra['status'], string> = {
  included: 'In your booking',
  asked: 'Asked for, and we answer within the day',
  open: 'Ordered',
  paid: 'Paid',
  declined: 'Not possible this time',
  withdrawn: 'Withdrawn',
  refunded: 'Refunded',
};

const formatLabels = (extras: readonly AddedExtra[]): string => extras.map(billLabel).join(', ');

/** The extras of a stay, and those that can be added: a plain form for each. */
export function ExtrasSection({ trip, extras: { offered, added }, outcome }: ExtrasSectionProps) {
  const { code, currency, dueOn } = trip;
  const action = `${tripPath(code)}#extras`;
  // A second press of one form is the same order; after a reload it is another.
  const pieces = added.reduce((count, { quantity }) => count + quantity, 0);
  const state = `${added.length}-${pieces}`;
  const open = added.filter(({ status, isCharge }) => status === 'open' && !isCharge);
  const dueNow = open.filter(({ isDueAlone }) => isDueAlone);
  const inBalance = open.filter((extra) => !dueNow.includes(extra));
  const common = { action, currency, outcome };
  return (
    <div className="grid gap-5">
      {added.length > 0 && (
        <ul className="divide-y divide-dune/70">
          {added.map((extra) => (
            <li key={extra.id} className="py-3">
              <Added {...common} extra={extra} />
            </li>
          ))}
        </ul>
      )}
      {dueNow.length > 0 && (
        <p className="rounded-2xl bg-mist p-4 text-ink">
          {`Please pay what you ordered (${formatLabels(dueNow)}) beside the price of your stay, within a day, or before your check-in if that comes sooner. After that it is withdrawn by itself.`}
        </p>
      )}
      {inBalance.length > 0 && (
        <p className="rounded-2xl bg-mist p-4 text-ink">
          {`What you ordered (${formatLabels(inBalance)}) ${dueOn ? `goes into your balance of ${formatDate(dueOn)}: there is nothing to pay for it now` : 'is part of what is still to pay for your stay'}.`}
        </p>
      )}
      {offered.length > 0 && (
        <ul className="grid gap-3">
          {offered.map((extra) => (
            <li key={extra.id} className="rounded-2xl border border-dune p-4">
              <Offered {...common} extra={extra} state={state} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PartProps {
  action: string;
  currency: string;
  outcome: OrderOutcome | null;
}

const Failure = ({ id, outcome }: { id: string; outcome: OrderOutcome | null }) =>
  outcome?.id === id && (
    <div role="alert" className="mt-3">
      <Alert failed>{outcome.failure}</Alert>
    </div>
  );

function Added({ extra, action, currency, outcome }: PartProps & { extra: AddedExtra }) {
  const { id, total, status, isCharge, canWithdraw, reason } = extra;
  const label = billLabel(extra);
  const isOver = status === 'declined' || status === 'withdrawn' || status === 'refunded';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 wrap-anywhere text-ink">
          <span className="font-semibold">{label}</span>
          <span className="block text-slate">
            {isCharge && status === 'open' ? 'Not paid yet' : statusText[status]}
            {!isOver && `, ${formatMoney(total, currency)}`}
          </span>
          {reason && <span className="block text-slate">“{reason}”</span>}
        </p>
        {canWithdraw && (
          <form method="post" action={action}>
            <input type="hidden" name="id" value={id} />
            <Button
              type="submit"
              name="intent"
              value="withdraw"
              variant="quiet"
              aria-label={`Take it back: ${label}`}
            >
              Take it back
            </Button>
          </form>
        )}
      </div>
      <Failure id={id} outcome={outcome} />
    </>
  );
}

interface OfferedProps extends PartProps {
  extra: BookingExtras['offered'][number];
  state: string;
}

function Offered({ extra, action, currency, outcome, state }: OfferedProps) {
  const { id, label, description, taxes, total, maxQuantity, needsApproval, until } = extra;
  const price = outcome?.id === id ? outcome.price : null;
  const isCount = maxQuantity > 1;
  const first = needsApproval ? 'Ask for it' : 'Order';
  const press = price ? `${price.quantity} for ${formatMoney(price.total, currency)}` : first;
  return (
    <form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="state" value={state} />
      {price ? (
        <>
          <input type="hidden" name="quantity" value={price.quantity} />
          <input type="hidden" name="total" value={price.total} />
        </>
      ) : (
        <input type="hidden" name="each" value={total} />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 grow basis-56 wrap-anywhere text-slate">
          <span className="block font-semibold text-ink">{label}</span>
          {description && <span className="block">{description}</span>}
          <span className="block">
            {formatMoney(total, currency)}
            {isCount && ' each'}
            {taxes > 0 && ', taxes included'}. {needsApproval ? 'Ask' : 'Order'} until {formatDate(until)}
            {needsApproval && '; you pay once we have said yes'}.
          </span>
        </p>
        <div className="flex items-end gap-3">
          {isCount && !price && (
            <Field label="How many" size="small" className="w-20">
              {(control) => (
                <input
                  {...control}
                  type="number"
                  name="quantity"
                  min={1}
                  max={maxQuantity}
                  defaultValue={1}
                  inputMode="numeric"
                />
              )}
            </Field>
          )}
          <Button
            type="submit"
            name="intent"
            value="order"
            variant="secondary"
            aria-label={`${press}: ${label}`}
          >
            {press}
          </Button>
        </div>
      </div>
      <Failure id={id} outcome={outcome} />
    </form>
  );
}
