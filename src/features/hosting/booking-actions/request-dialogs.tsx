import { useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { chargeable } from '../../bookings/pricing/min-charge.ts';
import { hostedBooking } from '../bookings/calls.ts';
import { OptionalReason } from './optional-reason.tsx';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

export function ApproveDialog(props: ActionDialogProps) {
  const { code, name, email } = props.booking;
  const decision = useDecision(props);
  return (
    <FormDialog
      title="Approve this request?"
      submitLabel="Approve and send the link"
      busyLabel="Approving…"
      call={decision}
      onClose={props.onClose}
      onSubmit={() =>
        decision.mutate({
          act: () => hostedBooking.approve({ code }),
          done: `Approved. ${name} has the payment link.`,
        })
      }
    >
      <ApprovalEffect {...props.booking} />
      <p className="text-slate">{`Mail to ${email}: “Your request is approved”, with the link.`}</p>
    </FormDialog>
  );
}

type ApprovedStay = Pick<ActionDialogProps['booking'], 'name' | 'quote' | 'plan' | 'total' | 'currency'>;

/** A note on how long the nights are held; below the card's minimum, the guest confirms the stay without paying. */
export function ApprovalEffect({ name, quote, plan, total, currency }: ApprovedStay) {
  const dueNow = chargeable(quote.plans.find(({ kind }) => kind === plan)?.dueNow ?? total);
  return (
    <p>
      The nights stay with {name} for 24 hours more.{' '}
      {dueNow > 0
        ? `They are booked once ${formatMoney(dueNow, currency)} is paid; without a payment they are free again.`
        : `Nothing is to be paid: they are booked once ${name} confirms the stay with the link, and free again otherwise.`}
    </p>
  );
}

export function DeclineDialog(props: ActionDialogProps) {
  const { code, name, email } = props.booking;
  const [reason, setReason] = useState('');
  const decision = useDecision(props);
  return (
    <FormDialog
      title="Decline this request?"
      submitLabel="Decline the request"
      isDanger
      busyLabel="Declining…"
      call={decision}
      onClose={props.onClose}
      onSubmit={() =>
        decision.mutate({
          act: () => hostedBooking.decline({ code, json: { reason: reason.trim() } }),
          done: 'Declined. The nights are free.',
        })
      }
    >
      <p>
        The nights are free for others at once. Nothing was charged, and a declined request stays declined.
      </p>
      <OptionalReason name={name} value={reason} change={setReason} />
      <p className="text-slate">{`Mail to ${email}: “We cannot host you on these dates”, with your reason and a link to other dates.`}</p>
    </FormDialog>
  );
}
