import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount } from '../../../shared/amount.ts';
import { newRequestKey } from '../../../shared/http/request-key.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Amount } from '../../../ui/forms/amount.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import type { ChargePreview, SentCharge } from '../../bookings/charges/contract.server.ts';
import { hostedBooking } from '../bookings/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { fetchAgain } from '../bookings/queries.ts';
import { bookingCharges } from './charge-calls.ts';
import { MailNote } from './mail-note.tsx';
import { formatMailed, formatPayLink } from './mail-texts.ts';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

const maxLabelLength = 80;
const maxReasonLength = 300;

type Collect = SentCharge['collect'];

const collects = ({ email }: HostedDetail): { value: Collect; label: string }[] => [
  { value: 'link', label: email === '' ? 'On the guest’s page, whose link you send' : 'By a mailed link' },
  { value: 'card', label: 'To the stored card, at once' },
  { value: 'elsewhere', label: 'It was paid in another way' },
];

/** A charge in addition to the price of the stay: first the bill before and after it, then the charge. */
export function ChargeDialog(props: ActionDialogProps) {
  const { booking } = props;
  const { code, currency } = booking;
  const client = useQueryClient();
  const [typed, setTyped] = useState({ label: '', amount: '', reason: '', how: '' });
  const [isTaxed, setTaxed] = useState(true);
  const [collect, setCollect] = useState<Collect>('link');
  const [isChecked, setChecked] = useState(false);
  const [key, setKey] = useState(newRequestKey);
  const decision = useDecision(props);
  const amount = parseAmount(typed.amount);
  const preview = useMutation({
    mutationFn: (cents: number) => bookingCharges.preview({ code, json: { amount: cents, isTaxed } }),
    onError: () => void fetchAgain(client, code),
  });
  const missing = findMissing({ ...typed, amount }, collect);
  const rejected = fieldErrors(preview.error ?? decision.error);
  const problems = isChecked ? { ...missing, ...rejected } : rejected;
  function reset() {
    preview.reset();
    decision.reset();
    setKey(newRequestKey());
  }
  const change = (name: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    reset();
  };
  function submit() {
    setChecked(true);
    if (amount === null || preview.isPending || Object.keys(missing).length > 0) return;
    if (!preview.data) return preview.mutate(amount);
    const { label, reason, how } = typed;
    const json = { label, amount, isTaxed, reason, collect, how: collect === 'elsewhere' ? how : undefined };
    decision.mutate(
      {
        act: async () => {
          await bookingCharges.add({ code, json, idempotencyKey: key });
          return hostedBooking.read({ code });
        },
        done: `${label} is on the bill. ${formatMailed(booking)}`,
      },
      { onError: () => preview.reset() },
    );
  }
  return (
    <FormDialog
      title="Add a charge"
      submitLabel={preview.data ? submitLabel(collect, booking) : 'See the bill'}
      busyLabel="Adding…"
      call={decision}
      preview={preview}
      onClose={props.onClose}
      onSubmit={submit}
    >
      <Field label="What for" problem={problems.label}>
        {(control) => (
          <input
            {...control}
            value={typed.label}
            minLength={minLabelLength}
            maxLength={maxLabelLength}
            required
            onChange={({ target }) => change('label')(target.value)}
          />
        )}
      </Field>
      <Amount
        label={`Amount in ${currency.toUpperCase()}, before taxes`}
        text={typed.amount}
        problem={problems.amount}
        change={change('amount')}
      />
      <Choice
        type="checkbox"
        checked={isTaxed}
        onChange={({ target }) => {
          setTaxed(target.checked);
          reset();
        }}
      >
        The taxes of the stay are levied on it
      </Choice>
      <Field label="Why, for the guest" problem={problems.reason}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={maxReasonLength}
            required
            value={typed.reason}
            onChange={({ target }) => change('reason')(target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="font-semibold text-ink">How it is paid</legend>
        {collects(booking).map(({ value, label }) => (
          <Choice
            key={value}
            type="radio"
            name="collect"
            checked={collect === value}
            disabled={value === 'card' && !booking.canChargeCard}
            onChange={() => {
              setCollect(value);
              reset();
            }}
          >
            {label}
          </Choice>
        ))}
        {!booking.canChargeCard && (
          <p className="text-sm text-slate">
            The card cannot be charged: the guest did not agree to later charges, or none is stored.
          </p>
        )}
      </fieldset>
      {collect === 'elsewhere' && (
        <Field label="How it was paid" problem={problems.how}>
          {(control) => (
            <input
              {...control}
              value={typed.how}
              maxLength={maxReasonLength}
              required
              onChange={({ target }) => change('how')(target.value)}
            />
          )}
        </Field>
      )}
      {preview.isPending && <p role="status">Working out the bill…</p>}
      {preview.error && <ErrorAlert>{preview.error.message}</ErrorAlert>}
      {preview.data && (
        <Effect preview={preview.data} booking={booking} label={typed.label.trim()} collect={collect} />
      )}
    </FormDialog>
  );
}

interface TypedCharge {
  label: string;
  amount: number | null;
  reason: string;
  how: string;
}

const minLabelLength = 2;

/** Messages of all fields that are required before the bill can be shown. */
export function findMissing(
  { label, amount, reason, how }: TypedCharge,
  collect: Collect,
): Record<string, string> {
  const missing: Record<string, string> = {};
  if (label.trim().length < minLabelLength) missing.label = 'Please enter what it is for';
  if (amount === null) missing.amount = 'Please enter an amount such as 25.00';
  if (reason.trim() === '') missing.reason = 'Please enter why: the guest reads it';
  if (collect === 'elsewhere' && how.trim() === '') missing.how = 'Please enter how it was paid';
  return missing;
}

function submitLabel(collect: Collect, { email }: HostedDetail): string {
  if (collect === 'elsewhere') return 'Add it as paid';
  if (collect === 'card') return 'Charge the card';
  return email === '' ? 'Add it to the bill' : 'Add it and mail the link';
}

/** Scrolls to the bill, which would be out of view below the fields of a small screen. */
const showWhole = (bill: HTMLElement | null): void => bill?.scrollIntoView({ block: 'nearest' });

/** The bill before and after, what is due, and which mail goes to the guest. */
export function Effect({
  preview: { from, to, amount, taxes, due },
  booking,
  label,
  collect,
}: {
  preview: ChargePreview;
  booking: HostedDetail;
  label: string;
  collect: Collect;
}) {
  const money = (cents: number) => formatMoney(cents, booking.currency);
  const rows = [
    ['Total now', from],
    ['The charge', amount],
    ['Taxes on it', taxes],
  ] as const;
  return (
    <div ref={showWhole} role="status" className="grid gap-2 rounded-xl bg-mist p-4">
      {rows.map(([label, cents]) => (
        <p key={label} className="flex flex-wrap justify-between gap-x-4 text-ink">
          <span>{label}</span>
          <span className="tabular-nums">{money(cents)}</span>
        </p>
      ))}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-glass pt-2 font-semibold text-deep">
        <span>Total after the charge</span>
        <span className="tabular-nums">{money(to)}</span>
      </p>
      <p className="text-ink">{effectText(collect, money(due), booking)}</p>
      <MailNote email={booking.email} mail={mailText(collect, `${money(due)} for ${label}`)} />
    </div>
  );
}

function mailText(collect: Collect, sum: string): string {
  if (collect === 'elsewhere') return `“Paid: ${sum}”, with the receipt`;
  if (collect === 'card') return `“Charged: ${sum}”, or a link to pay it if the bank declines`;
  return `“Please pay ${sum}”, with the link and your reason`;
}

function effectText(collect: Collect, due: string, booking: HostedDetail): string {
  const { name, due: open, dueOn } = booking;
  if (collect === 'elsewhere') return `${due} is recorded as paid.`;
  if (collect === 'card') return `${due} is charged to the card of ${name} now.`;
  const balance = open > 0 && dueOn !== null ? ' The balance stays where it is.' : '';
  return `${due} is due at once: ${formatPayLink(booking, 'it')}.${balance}`;
}
