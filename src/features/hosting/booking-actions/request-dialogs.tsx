import { useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { FormDialog } from '../../admin/shell/form-dialog.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import { OptionalReason } from './optional-reason.tsx';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

export function ApproveDialog(props: ActionDialogProps) {
  const { code, name, email, quote, plan, currency } = props.booking;
  const decision = useDecision(props);
  const dueNow = quote.plans.find(({ kind }) => kind === plan)?.dueNow ?? props.booking.total;
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
      <p>
        The nights stay with {name} for 24 hours more. They are booked once {formatMoney(dueNow, currency)} is
        paid; without a payment they are free again.
      </p>
      <p className="text-slate">{`Mail to ${email}: “Your request is approved”, with the payment link.`}</p>
    </FormDialog>
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
