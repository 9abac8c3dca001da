import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { PaymentLink } from '../../payments/payment-link.tsx';
import { openPaymentPage, type PaymentPageState } from '../../payments/payment-page.ts';
import { type QuoteRejection, toRejection } from '../book/quote-outcome.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { processingText } from '../record/trip.ts';
import { trip as tripCalls } from '../trips/calls.ts';
import type { UnsentMessage } from '../trips/submit-message.ts';

/** The result of a form that was sent without scripts. */
export interface HoldOutcome {
  /** The payment page. */
  paymentUrl: string | null;
  failure: string;
  /** The nights are sold elsewhere, and what is free instead. */
  sold: QuoteRejection | null;
  unsent: UnsentMessage | null;
}

interface HoldActionsProps {
  trip: Trip;
  outcome: HoldOutcome;
  /** The booking flow with the dates of the hold. */
  again: `/${string}`;
  onSold(rejection: QuoteRejection): void;
}

/** Other homes and dates, for a payment page that is rejected because its nights are sold elsewhere. */
export function toSold(error: unknown): QuoteRejection | null {
  const rejection = toRejection(error);
  return rejection.reason === 'dates_taken' ? rejection : null;
}

function useHoldActions({ trip: { code }, outcome, again, onSold }: HoldActionsProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [payment, setPayment] = useState<PaymentPageState>();
  const form = useFormSubmit(
    outcome.failure,
    async (form) => {
      const intent = form.get('intent');
      if (intent === 'pay')
        return setPayment(await openPaymentPage(async () => (await tripCalls.checkout({ code })).url));
      if (intent !== 'change' && intent !== 'release') return;
      await tripCalls.release({ code });
      if (intent === 'change') await navigate(again);
      else void revalidate();
    },
    (rejection) => {
      const sold = toSold(rejection);
      if (sold) onSold(sold);
      else void revalidate();
    },
  );
  return { ...form, payment };
}

/** Paying and letting go; each a form of its own, which works without scripts. */
export function HoldActions(props: HoldActionsProps) {
  const { can, status, isPaymentProcessing } = props.trip;
  const { paymentUrl } = props.outcome;
  const { sending, problem, payment, submit } = useHoldActions(props);
  const isBusy = sending !== '';
  return (
    <div className="mt-6 grid gap-4">
      {status === 'requested' && (
        <p className="text-lg text-slate">
          The hosts answer within 24 hours, and your nights are held until then. You pay when they have said
          yes; we write to you.
        </p>
      )}
      {isPaymentProcessing && <p className="text-lg text-slate">{processingText}</p>}
      {paymentUrl && (
        <a href={paymentUrl} className={buttonClass('primary', 'min-h-13 text-lg')}>
          Go on to the payment page
        </a>
      )}
      {can.includes('pay') && !paymentUrl && (
        <form method="post" onSubmit={submit}>
          <input type="hidden" name="intent" value="pay" />
          <Button type="submit" disabled={isBusy} className="min-h-13 w-full text-lg">
            {sending === 'pay' ? 'Opening the payment page…' : 'Pay now'}
          </Button>
        </form>
      )}
      {can.includes('pay') && <PaymentLink page={payment} />}
      <div aria-live="assertive">{problem && <Alert failed>{problem}</Alert>}</div>
      {can.includes('release') && (
        <form method="post" onSubmit={submit} className="grid gap-3 sm:flex">
          <Button type="submit" name="intent" value="change" variant="quiet" disabled={isBusy}>
            Change my stay
          </Button>
          <Button type="submit" name="intent" value="release" variant="quiet" disabled={isBusy}>
            {isBusy && sending !== 'pay' ? 'Letting go…' : 'Let these nights go'}
          </Button>
        </form>
      )}
    </div>
  );
}
