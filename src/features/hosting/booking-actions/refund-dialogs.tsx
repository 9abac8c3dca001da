import { type ReactNode, useState } from 'react';
import { parseAmount, toAmountText } from '../../../shared/amount.ts';
import { newRequestKey } from '../../../shared/http/request-key.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Amount } from '../../../ui/forms/amount.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { MailNote } from './mail-note.tsx';
import { OptionalReason } from './optional-reason.tsx';
import { type ActionDialogProps, maxReasonLength, useDecision } from './use-decision.ts';

/** The typed amount, checked against what can be refunded. */
function useAmount(
  { refundable, currency }: HostedDetail,
  { proposed, minimum }: { proposed: number; minimum: number },
) {
  const [text, setText] = useState(() =>
    proposed >= minimum ? toAmountText(Math.min(proposed, refundable)) : '',
  );
  const [isChecked, setChecked] = useState(false);
  const amount = parseAmount(text);
  const problem =
    amount === null
      ? 'Please enter an amount such as 250.00'
      : amount < minimum
        ? 'Please say how much is refunded'
        : amount > refundable
          ? `At most ${formatMoney(refundable, currency)} can go back`
          : '';
  return {
    text,
    setText,
    problem: isChecked ? problem : '',
    /** @returns the amount, or `null` with its problem shown */
    check(): number | null {
      setChecked(true);
      return problem === '' ? amount : null;
    },
  };
}

interface RefundAmountProps {
  booking: HostedDetail;
  amount: ReturnType<typeof useAmount>;
  serverProblem: string;
}

function RefundAmount({ booking, amount, serverProblem }: RefundAmountProps) {
  const { proposedRefund, refundable, refundWhy, currency } = booking;
  return (
    <Amount
      label={`Refund in ${currency.toUpperCase()}`}
      hint={`${refundWhy} That is ${formatMoney(proposedRefund, currency)}; at most ${formatMoney(refundable, currency)} is left to refund.`}
      text={amount.text}
      problem={amount.problem || serverProblem}
      change={amount.setText}
    />
  );
}

/** A notice that the hosts themselves must refund payments made elsewhere. */
export const Destination = ({ booking: { payments } }: { booking: HostedDetail }): ReactNode =>
  payments.some(({ method }) => method === 'elsewhere') && (
    <p className="rounded-xl bg-peach p-3 text-ink">
      What was paid elsewhere is only recorded as given back: please give it back yourselves.
    </p>
  );

export function CancelDialog(props: ActionDialogProps) {
  const { booking } = props;
  const { code, name, email, currency } = booking;
  const [reason, setReason] = useState('');
  const amount = useAmount(booking, { proposed: booking.proposedRefund, minimum: 0 });
  const decision = useDecision(props);
  function cancel() {
    const refund = amount.check();
    if (refund === null) return;
    decision.mutate({
      act: () => hostedBooking.cancel({ code, json: { refund, reason: reason.trim() } }),
      done: `Cancelled. ${refund > 0 ? `${formatMoney(refund, currency)} goes back to ${name}.` : 'Nothing goes back.'}`,
    });
  }
  return (
    <FormDialog
      title="Cancel this stay?"
      submitLabel="Cancel the stay"
      isDanger
      busyLabel="Cancelling…"
      call={decision}
      onClose={props.onClose}
      onSubmit={cancel}
    >
      <p>
        The nights are free for others at once, and the refund goes back the way it was paid. This cannot be
        undone.
      </p>
      <RefundAmount
        booking={booking}
        amount={amount}
        serverProblem={fieldErrors(decision.error).refund ?? ''}
      />
      <Destination booking={booking} />
      <OptionalReason name={name} value={reason} change={setReason} />
      <MailNote email={email} mail="“Cancelled”, with the refund and your reason" isForHosts />
    </FormDialog>
  );
}

export function RefundDialog(props: ActionDialogProps) {
  const { booking } = props;
  const { code, name, email, currency, status } = booking;
  const [reason, setReason] = useState('');
  const [isPaidBack, setPaidBack] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isUnexplained = reason.trim() === '';
  const unexplained = isPaidBack ? 'Please say how you paid it back' : 'Please say why you refund it';
  const [key] = useState(newRequestKey);
  // Failed refunds are proposed first.
  const amount = useAmount(booking, {
    proposed: booking.unpaidRefund || booking.proposedRefund,
    minimum: 1,
  });
  const decision = useDecision(props);
  function refund() {
    const cents = amount.check();
    setChecked(true);
    if (cents === null || isUnexplained) return;
    decision.mutate({
      act: () =>
        hostedBooking.refund({
          code,
          json: { amount: cents, reason: reason.trim(), isPaidBack: isPaidBack || undefined },
          idempotencyKey: key,
        }),
      done: isPaidBack
        ? `${formatMoney(cents, currency)} is recorded as paid back to ${name}.`
        : `${formatMoney(cents, currency)} goes back to ${name}.`,
    });
  }
  return (
    <FormDialog
      title={`Refund ${name}`}
      submitLabel={isPaidBack ? 'Record this amount' : 'Refund this amount'}
      busyLabel={isPaidBack ? 'Recording…' : 'Refunding…'}
      call={decision}
      onClose={props.onClose}
      onSubmit={refund}
    >
      <p>
        {isPaidBack ? 'Nothing goes to the card.' : 'The money goes back the way it was paid.'}
        {status === 'confirmed' && ' The stay stays booked.'}
        {booking.unpaidRefund > 0 &&
          ` A refund of ${formatMoney(booking.unpaidRefund, currency)} failed before.`}
      </p>
      <RefundAmount
        booking={booking}
        amount={amount}
        serverProblem={fieldErrors(decision.error).amount ?? ''}
      />
      <Choice type="checkbox" checked={isPaidBack} onChange={({ target }) => setPaidBack(target.checked)}>
        I have paid it back in another way: only record it
      </Choice>
      {!isPaidBack && <Destination booking={booking} />}
      <Field
        label={isPaidBack ? 'How you paid it back' : 'Reason'}
        hint={`${name} reads it.`}
        problem={isChecked && isUnexplained ? unexplained : (fieldErrors(decision.error).reason ?? '')}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={maxReasonLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <MailNote email={email} mail="“Refunded”, with the amount and your reason" />
    </FormDialog>
  );
}
