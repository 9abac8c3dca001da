import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { newRequestKey } from '../../../shared/http/request-key.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import { partyText } from '../../bookings/book/stay-text.ts';
import type { PartyChange, SentPartyRequest } from '../../bookings/corrections/contract.server.ts';
import { hostedBooking } from '../bookings/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain } from '../bookings/queries.ts';
import { MailNote } from './mail-note.tsx';
import { formatDisputed, formatMailed, formatPayLink } from './mail-texts.ts';
import { bookingParty } from './party-calls.ts';
import { Destination } from './refund-dialogs.tsx';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

const counts = [
  { name: 'guests', label: 'Guests', min: 1 },
  { name: 'pets', label: 'Pets', min: 0 },
] as const;

const maxNoteLength = 2000;

/** Changes the party: first the preview of price and refund, then the change. */
export function PartyDialog(props: ActionDialogProps) {
  const { booking } = props;
  const { code } = booking;
  const client = useQueryClient();
  const [typed, setTyped] = useState({ guests: String(booking.guests), pets: String(booking.pets) });
  const [keepTotal, setKeepTotal] = useState(false);
  const [note, setNote] = useState('');
  const [key, setKey] = useState(newRequestKey);
  const decision = useDecision(props);
  const preview = useMutation({
    mutationFn: (json: SentPartyRequest) => bookingParty.preview({ code, json }),
    // A stay that was changed since is shown as it is now.
    onError: () => void fetchAgain(client, code),
  });
  const party = {
    guests: Number(typed.guests || Number.NaN),
    pets: Number(typed.pets || Number.NaN),
    keepTotal,
  };
  const isSame = party.guests === booking.guests && party.pets === booking.pets;
  const problems = fieldErrors(preview.error ?? decision.error);
  function reset() {
    preview.reset();
    decision.reset();
    setKey(newRequestKey());
  }
  function submit() {
    if (isSame || preview.isPending) return;
    if (!preview.data) return preview.mutate(party);
    const { total } = preview.data.to;
    decision.mutate(
      {
        act: async () => {
          await bookingParty.change({ code, json: { ...party, total, note }, idempotencyKey: key });
          return hostedBooking.read({ code });
        },
        done: `Changed to ${partyText(party)}. ${formatMailed(booking)}`,
      },
      { onError: () => preview.reset() },
    );
  }
  return (
    <FormDialog
      title="Change the party"
      submitLabel={preview.data ? 'Change the party' : 'See what it costs'}
      busyLabel="Changing…"
      call={decision}
      preview={preview}
      onClose={props.onClose}
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-4">
        {counts.map(({ name, label, min }) => (
          <Field key={name} label={label} problem={problems[name]}>
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={min}
                required
                value={typed[name]}
                onChange={({ target }) => {
                  setTyped({ ...typed, [name]: target.value });
                  reset();
                }}
              />
            )}
          </Field>
        ))}
      </div>
      <Choice
        type="checkbox"
        checked={keepTotal}
        onChange={({ target }) => {
          setKeepTotal(target.checked);
          reset();
        }}
      >
        {`Keep the total of ${formatMoney(booking.total, booking.currency)}`}
      </Choice>
      {isSame && <p className="text-slate">Choose another number of guests or pets.</p>}
      {preview.isPending && <p role="status">Working out the price…</p>}
      {preview.error && <ErrorAlert>{preview.error.message}</ErrorAlert>}
      {preview.data && <Effect change={preview.data} booking={booking} />}
      {preview.data && (
        <Field label="Words to the guest, if any" problem={problems.note ?? ''}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={maxNoteLength}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      )}
      {preview.data && preview.data.refund > 0 && <Destination booking={booking} />}
    </FormDialog>
  );
}

/** The bill before and after, and the amount that is due or refunded. */
export function Effect({ change, booking }: { change: PartyChange; booking: HostedDetail }) {
  const { from, to, difference } = change;
  const money = (amount: number) => formatMoney(amount, booking.currency);
  const rows = [
    ['Now', from],
    ['After the change', to],
  ] as const;
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-mist p-4">
      {rows.map(([label, party]) => (
        <p key={label} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 text-ink">
            <span className="block text-sm text-slate">{label}</span>
            {partyText(party)}
          </span>
          <span className="self-end text-ink tabular-nums">{money(party.total)}</span>
        </p>
      ))}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-glass pt-3 font-semibold text-deep">
        <span>Difference</span>
        <span className="tabular-nums">{`${difference > 0 ? '+' : ''}${money(difference)}`}</span>
      </p>
      <p className="text-ink">{moneyText(change, booking)}</p>
      <MailNote email={booking.email} mail={`“Your stay is for ${partyText(to)} now”, with what it costs`} />
    </div>
  );
}

function moneyText(
  { difference, refund, due, dueOn, isDisputed }: PartyChange,
  booking: HostedDetail,
): string {
  const { name, hasCard, currency } = booking;
  if (difference === 0) return 'Nothing is to be paid, and nothing goes back.';
  if (refund > 0) return `${formatMoney(refund, currency)} goes back to ${name}.`;
  if (due === 0) return 'Nothing is to be paid.';
  const open = formatMoney(due, currency);
  if (isDisputed) return formatDisputed(open);
  if (dueOn)
    return hasCard
      ? `${open} is charged to the stored card on ${formatDate(dueOn)}.`
      : `${open} is due on ${formatDate(dueOn)}; ${formatPayLink(booking, 'it')}.`;
  return `${formatPayLink(booking, `the open ${open}`)}.`;
}
