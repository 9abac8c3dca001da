import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

export function RenewDialog(props: ActionDialogProps) {
  const { code, name, email } = props.booking;
  const decision = useDecision(props);
  return (
    <FormDialog
      title="Renew the link?"
      submitLabel="Renew and mail the new link"
      isDanger
      busyLabel="Renewing…"
      call={decision}
      onClose={props.onClose}
      onSubmit={() =>
        decision.mutate({
          act: () => hostedBooking.renewLink({ code }),
          done: `Renewed. ${name} has the new link.`,
        })
      }
    >
      <p>
        For a link that came into the wrong hands: every link mailed before, every browser that opened one and
        the addresses for answers to earlier mails lose this booking. The stay itself is unchanged.
      </p>
      <p className="text-slate">{`Mail to ${email}: “Your booking has a new link”.`}</p>
    </FormDialog>
  );
}
