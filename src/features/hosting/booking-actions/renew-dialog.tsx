import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

export function RenewDialog(props: ActionDialogProps) {
  const { code, name } = props.booking;
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
      <RenewEffect {...props.booking} />
    </FormDialog>
  );
}

/** What ends with the link, and the mail that brings the new one. */
export const RenewEffect = ({ email }: Pick<HostedDetail, 'email'>) => (
  <>
    <p>
      For a link that came into the wrong hands: every link mailed before, every browser that opened one, the
      links of those it is shared with and the addresses for answers to earlier mails lose this booking. The
      stay itself is unchanged.
    </p>
    <p className="text-slate">{`Mail to ${email}: “Your booking has a new link”.`}</p>
  </>
);
