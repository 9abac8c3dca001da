import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { MoveRequest } from '../../bookings/moving/contract.server.ts';
import { formatMailed } from './mail-texts.ts';
import { moving } from './move-calls.ts';
import { Effect } from './move-effect.tsx';
import { Nearest, StayFields } from './move-fields.tsx';
import { Destination } from './refund-dialogs.tsx';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

/** Moves a stay to other dates or another home: first the preview of price and refund, then the move. */
export function MoveDialog(props: ActionDialogProps) {
  const { booking, onClose } = props;
  const { code, property: own } = booking;
  const [stay, setStay] = useState<MoveRequest>({
    checkin: booking.checkin,
    checkout: booking.checkout,
    property: own.slug,
  });
  const decision = useDecision(props);
  // The earlier refund by hosts, as far as it can be part of a lower price.
  const [countable, setCountable] = useState(0);
  const preview = useMutation({
    mutationFn: (next: MoveRequest) => moving.preview({ code, json: next }),
    onSuccess: ({ waived = 0, difference }) => setCountable(Math.min(waived, Math.max(0, -difference))),
  });
  const isSame =
    stay.checkin === booking.checkin && stay.checkout === booking.checkout && stay.property === own.slug;
  function change(next: Partial<MoveRequest>) {
    setStay({ checkin: stay.checkin, checkout: stay.checkout, property: stay.property, ...next });
    setCountable(0);
    preview.reset();
    decision.reset();
  }
  function submit() {
    if (isSame || preview.isPending) return;
    if (!preview.data) return preview.mutate(stay);
    const { total } = preview.data.to;
    decision.mutate(
      {
        act: () => moving.move({ code, json: { ...stay, total } }),
        done: `Moved to ${formatDate(stay.checkin)}. ${formatMailed(booking)}`,
      },
      { onError: () => preview.reset() },
    );
  }
  return (
    <FormDialog
      title="Move this stay"
      submitLabel={preview.data ? 'Move the stay' : 'See what it costs'}
      busyLabel="Moving…"
      call={decision}
      preview={preview}
      onClose={onClose}
      onSubmit={submit}
    >
      <StayFields stay={stay} own={own} change={change} />
      {isSame && <p className="text-slate">Choose other dates or another home.</p>}
      {countable > 0 && (
        <Choice
          type="checkbox"
          checked={stay.countRefunds === true}
          onChange={({ target: { checked } }) => {
            const next = { ...stay, countRefunds: checked };
            setStay(next);
            decision.reset();
            preview.mutate(next);
          }}
        >
          {`Count ${formatMoney(countable, booking.currency)} that you refunded before as part of the difference`}
        </Choice>
      )}
      {preview.isPending && <p role="status">Working out the price…</p>}
      {preview.error && <ErrorAlert>{preview.error.message}</ErrorAlert>}
      {preview.error && <Nearest error={preview.error} choose={change} />}
      {preview.data && <Effect preview={preview.data} guest={booking} />}
      {preview.data && preview.data.refund > 0 && <Destination booking={booking} />}
    </FormDialog>
  );
}
