import { CalendarPlus, FileText, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatDate, todayAtProperty } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { propertyPath } from '../../listings/property.ts';
import { PaymentLink } from '../../payments/payment-link.tsx';
import { openPaymentPage, type PaymentPageState } from '../../payments/payment-page.ts';
import type { UnsavedArrival } from '../arrival-details/submit-arrival.ts';
import { PriceDetails } from '../book/stay-facts.tsx';
import type { SharingOutcome } from '../companions/submit-sharing.ts';
import type { OrderOutcome } from '../extras/submit-order.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { type Cancellation, paidText, processingText } from '../record/trip.ts';
import { calendarFilePath, receiptPath, trip as tripCalls } from './calls.ts';
import type { ConversationProps } from './conversation.tsx';

/** The result of a form that was sent without scripts. */
export interface TripOutcome extends Pick<ConversationProps, 'unsent'> {
  unsaved: UnsavedArrival | null;
  sharing: SharingOutcome | null;
  ordering: OrderOutcome | null;
  /** The payment page of what is open. */
  paymentUrl: string | null;
  /** The amount that would be refunded; the next press cancels. */
  cancellation: Cancellation | null;
  failure: string;
  /** The action that failed. */
  failed: 'pay' | 'cancel' | null;
}

/** A button that leads to a file, another site or a program. */
export const wideLinkClass = buttonClass('quiet', 'w-full justify-start! text-left! [&_svg]:shrink-0');

interface PayBalanceProps {
  code: string;
  /** The balance in minor units. */
  amount: number;
  currency: string;
  /** The payment page or why there is none, for a form without scripts. */
  paymentUrl: string | null;
  failure: string;
}

/** Leads to the payment page of what is still open; a form, which works without scripts. */
function PayBalance({ code, amount, currency, paymentUrl, failure }: PayBalanceProps) {
  const { revalidate } = useRevalidator();
  const [payment, setPayment] = useState<PaymentPageState>();
  const { sending, problem, submit } = useFormSubmit(
    failure,
    async () => setPayment(await openPaymentPage(async () => (await tripCalls.checkout({ code })).url)),
    // The stay may have been paid or cancelled in another tab or by the hosts.
    revalidate,
  );
  if (paymentUrl)
    return (
      <a href={paymentUrl} className={buttonClass('primary', 'mt-4 w-full')}>
        Go on to the payment page
      </a>
    );
  return (
    <form method="post" onSubmit={submit} className="mt-4 grid gap-3 print:hidden">
      <input type="hidden" name="intent" value="pay" />
      <Button type="submit" disabled={!!sending} className="w-full">
        {sending ? 'Opening the payment page…' : `Pay ${formatMoney(amount, currency)} now`}
      </Button>
      <PaymentLink page={payment} />
      <div aria-live="assertive" className="empty:hidden">
        {problem && <Alert failed>{problem}</Alert>}
      </div>
    </form>
  );
}

/** Links of a stay that is not over: its file for calendars, and the form that makes links for companions. */
const StayLinks = ({ code }: { code: string }) => (
  <>
    <li>
      <a href={calendarFilePath(code)} className={wideLinkClass}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Add to calendar
      </a>
    </li>
    <li>
      <a href="#companions" className={wideLinkClass}>
        <Share2 aria-hidden="true" className="size-5" />
        Share with who comes along
      </a>
    </li>
  </>
);

/** `$420.00 still to pay on June 9, 2027`; a single charge is paid before it. */
function openText({ due, dueOn, payNow, currency }: Trip): string {
  const isPast = dueOn !== null && dueOn < todayAtProperty(new Date());
  const day = dueOn ? `${isPast ? ', due since' : ' on'} ${formatDate(dueOn)}` : '';
  const later = payNow < due ? due - payNow : due;
  const rest = `${formatMoney(later, currency)} still to pay${day}`;
  return payNow < due ? `${formatMoney(payNow, currency)} to pay now, ${rest}` : rest;
}

interface TripMoneyProps {
  trip: Trip;
  title: string;
  /** Whether guests may still come: links to the calendar file and to companions' links are shown. */
  hasLinks: boolean;
  outcome: TripOutcome;
  /** The position in the page's grid. */
  className: string;
}

/** The price of the stay, its payments and its documents. */
export function TripMoney({ trip, title, hasLinks, outcome, className }: TripMoneyProps) {
  const { quote, currency, total, code, due, payNow, isPaymentProcessing } = trip;
  return (
    <aside
      aria-label="Price and receipt"
      className={`rounded-3xl bg-white p-6 shadow-card sm:p-8 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-10 ${className}`}
    >
      <div>
        <p className="font-display text-4xl text-deep">{formatMoney(total, currency)}</p>
        <p className="mt-1 text-slate">{paidText(trip)}</p>
        {trip.status === 'confirmed' && due > 0 && <p className="mt-1 text-slate">{openText(trip)}</p>}
        {isPaymentProcessing && <p className="mt-1 text-slate">{processingText}</p>}
        {trip.can.includes('pay') && due > 0 && (
          <PayBalance
            code={code}
            currency={currency}
            paymentUrl={outcome.paymentUrl}
            amount={payNow}
            failure={outcome.failed === 'pay' ? outcome.failure : ''}
          />
        )}
      </div>
      <ul className="mt-5 grid content-start gap-2 md:max-lg:mt-0 print:hidden">
        <li>
          <a href={receiptPath(code)} className={wideLinkClass}>
            <FileText aria-hidden="true" className="size-5" />
            Receipt (PDF)
          </a>
        </li>
        {hasLinks && <StayLinks code={code} />}
      </ul>
      <PriceDetails quote={quote} className="mt-5 md:max-lg:col-span-2" />
      <p className="mt-4 md:max-lg:col-span-2">
        <Link
          to={propertyPath(trip.property.slug)}
          className="-my-2 inline-block max-w-full py-2 font-medium text-gulf underline underline-offset-4 hover:no-underline"
        >
          {title}
        </Link>
      </p>
    </aside>
  );
}
