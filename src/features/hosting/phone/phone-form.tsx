import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseAmount, toAmountText } from '../../../shared/amount.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { tripPath } from '../../bookings/record/trip-paths.ts';
import { phoneBookings } from './calls.ts';
import { type Contact, ContactFields } from './contact-fields.tsx';
import type { HostedStay, PhoneBooking } from './contract.server.ts';
import { FormFrame, FormPart } from './form-frame.tsx';
import { PaymentFields, type PhonePayment } from './payment-fields.tsx';
import { PricePanel } from './price-panel.tsx';
import { priceQuery } from './queries.ts';
import { type StayDraft, toDraft, toStay } from './stay-draft.ts';
import { StayFields } from './stay-fields.tsx';
import { stayTotal } from './stay-total.ts';
import { useSending } from './use-sending.ts';

export const meta = () => screenMeta('Booking by phone');

const empty: Contact = { name: '', email: '', phone: '', note: '' };

/** 128 random bits; `crypto.randomUUID` exists only on secure origins. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The same key for every attempt at the same booking. */
function useRequestKey() {
  const last = useRef({ body: '', key: '' });
  return (body: object): string => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}

const submitLabels = {
  link: { mailed: 'Hold the nights and mail the link', handedOn: 'Hold the nights' },
  elsewhere: { mailed: 'Book and mail the confirmation', handedOn: 'Book the stay' },
};

const addingUp = 'The price is being added up. Please press again in a moment.';
const notLoaded = 'The price could not be loaded. Please try again.';

/** A booking that was taken on the phone. */
export default function PhoneForm() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<StayDraft>(() => toDraft(Object.fromEntries(params)));
  const [contact, setContact] = useState(empty);
  const [payment, setPayment] = useState<PhonePayment>({ kind: 'link', how: '', amount: null });
  const keyFor = useRequestKey();
  const stay = toStay(draft);
  const price = useQuery(priceQuery(stay));
  const total = stayTotal(price);
  const hasTotal = typeof total === 'number';
  const amountText = payment.amount ?? (hasTotal ? toAmountText(total) : '');
  const sending = useSending(async (booked: HostedStay) => {
    const amount = parseAmount(amountText) ?? 0;
    const json = {
      ...booked,
      ...contact,
      email: contact.email.trim(),
      phone: contact.phone.trim(),
      payment:
        payment.kind === 'link'
          ? { kind: 'link' as const }
          : { kind: 'elsewhere' as const, how: payment.how, amount },
    };
    try {
      return await phoneBookings.book({
        json: hasTotal ? { ...json, total } : json,
        idempotencyKey: keyFor(json),
      });
    } catch (error) {
      if (error instanceof ApiError && error.details.reason === 'price_changed') void price.refetch();
      throw error;
    }
  });
  const [missing, setMissing] = useState('');
  const change = (next: Partial<StayDraft>) => setDraft((before) => ({ ...before, ...next }));

  if (sending.done) return <Booked booking={sending.done} name={contact.name} email={contact.email.trim()} />;
  const hasEmail = contact.email.trim() !== '';
  return (
    <FormFrame
      title="Booking by phone"
      back={{ to: '/admin/bookings', label: 'All bookings' }}
      intro="The guest gets a mail at once: the confirmation, or a link to pay within 24 hours. Without an e-mail address nothing is mailed: you hand on the link, or print the trip."
      submitLabel={submitLabels[payment.kind][hasEmail ? 'mailed' : 'handedOn']}
      busyLabel="Booking…"
      isBusy={sending.isBusy}
      problem={missing || sending.problem}
      stay={
        <FormPart title="The stay">
          <StayFields draft={draft} problems={sending.problems} priceField="promoCode" change={change} />
        </FormPart>
      }
      aside={<PricePanel stay={stay} change={change} />}
      onSubmit={() => {
        if (!stay) return setMissing('Please choose a home, dates and guests first.');
        if (total === null) {
          setMissing(price.error ? notLoaded : addingUp);
          if (price.error) void price.refetch();
          return;
        }
        setMissing('');
        sending.send(stay);
      }}
    >
      <ContactFields
        contact={contact}
        problems={sending.problems}
        change={(next) => setContact((before) => ({ ...before, ...next }))}
      />
      <FormPart title="The payment">
        <PaymentFields
          payment={payment}
          amountText={amountText}
          rest={hasTotal ? total - (parseAmount(amountText) ?? 0) : null}
          problems={sending.problems}
          change={(next) => setPayment((before) => ({ ...before, ...next }))}
        />
      </FormPart>
    </FormFrame>
  );
}

const noMailText = 'Nothing is mailed: the guest has no e-mail address.';

function Booked({ booking, name, email }: { booking: PhoneBooking; name: string; email: string }) {
  const { code, key, status, due, currency, payUrl, holdExpiresAt } = booking;
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-8 sm:px-6">
      <h1 className="text-2xl text-deep sm:text-3xl">
        {status === 'confirmed' ? `Booked for ${name}` : `Held for ${name}`}
      </h1>
      <Alert role="alert">
        {status === 'confirmed'
          ? `Booking ${code} is confirmed. ${email ? `The confirmation is on its way to ${email}.` : noMailText}`
          : `Booking ${code} is held until ${formatDateTime(holdExpiresAt ?? '')}. ${email ? `The payment link is on its way to ${email}.` : noMailText}`}
      </Alert>
      {email === '' && status === 'confirmed' && (
        <div>
          <p className="mb-2 text-ink">The guest’s page, to send its link by text message or to print it:</p>
          <CopyLink url={`${window.location.origin}${tripPath(code)}?key=${key}`} label="The guest’s page" />
        </div>
      )}
      {payUrl && (
        <div>
          <p className="mb-2 text-ink">{`${formatMoney(due, currency)} is open. The guest’s link, to send it by text message, too:`}</p>
          <CopyLink url={payUrl} label="Payment link" />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/admin/bookings/${code}`}>Open the booking</ButtonLink>
        {status === 'confirmed' && (
          <ButtonLink to={tripPath(code)} variant="quiet">
            Print the trip
          </ButtonLink>
        )}
        <ButtonLink to="/admin/bookings/new" reloadDocument variant="quiet">
          Book another stay
        </ButtonLink>
      </div>
    </div>
  );
}
