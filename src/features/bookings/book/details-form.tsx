import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field, FieldProblem } from '../../../ui/forms/field.tsx';
import { focusInvalid } from '../../../ui/forms/focus-invalid.ts';
import { track } from '../../analytics/track.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { PaymentLink } from '../../payments/payment-link.tsx';
import { openPaymentPage, type PaymentPageState } from '../../payments/payment-page.ts';
import { bookings } from '../checkout/calls.ts';
import type { BookingRequest, PlacedBooking } from '../checkout/contract.server.ts';
import { requestKey } from '../checkout/request-key.ts';
import { chargeable } from '../pricing/min-charge.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { laterChargesText } from '../record/booking.ts';
import { holdPath } from '../record/trip-paths.ts';
import { type DetailProblems, detailsFormId, readDetails, type TypedDetails, toProblems } from './details.ts';
import { stayBasket } from './stay-basket.ts';
import { CancellationTimeline, cancellationId } from './stay-facts.tsx';

const fields = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', maxLength: 200 },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', maxLength: 50 },
] as const;

interface DetailsFormProps {
  quote: Quote;
  /** Whether the guest has chosen another stay, whose price is being loaded. */
  isOutdated?: boolean;
  property: Pick<PropertyDetail, 'title' | 'houseRules' | 'bookingMode'>;
  /** The URL of the page, to which a form without scripts is sent. */
  action: string;
  /** The author of the link that was followed. */
  via?: BookingRequest['source'];
  problems: DetailProblems;
  /** The values that a guest without scripts sent. */
  sent: TypedDetails | undefined;
  /** The values typed so far, which outlive this form, because its price may change. */
  typed: RefObject<TypedDetails | undefined>;
  /** The call that books the stay, unless its quote is booked. */
  send?: (request: BookingRequest) => Promise<PlacedBooking>;
  /** Called when the price must be loaded again: the nights are taken, or it has expired. */
  onConflict(problems: DetailProblems): void;
}

const book = (request: BookingRequest): Promise<PlacedBooking> =>
  bookings.book({ json: request, idempotencyKey: requestKey(request) });

/** Books the stay and opens the payment page. A request is paid later, once the hosts have approved it. */
function useBooking({
  quote,
  property: { title, bookingMode },
  problems: initial,
  onConflict,
  send = book,
}: DetailsFormProps) {
  const [problems, setProblems] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [payment, setPayment] = useState<PaymentPageState>();
  const navigate = useNavigate();

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const request = readDetails(new FormData(event.currentTarget));
    setBusy(true);
    setPayment(undefined);
    setProblems({});
    try {
      let code = '';
      const place = async () => {
        const made = await send(request);
        track({ name: 'InitiateCheckout', ...stayBasket(quote, title) });
        code = made.code;
        return made.checkoutUrl;
      };
      const page: PaymentPageState =
        bookingMode === 'request'
          ? await place().then(() => ({ state: 'nothing to pay' }))
          : await openPaymentPage(place);
      setPayment(page);
      if (page.state === 'nothing to pay') await navigate(holdPath(code));
      if ('url' in page) setBusy(false);
    } catch (error) {
      setBusy(false);
      const next = toProblems(error);
      setProblems(next);
      if (error instanceof ApiError && error.status === 409) onConflict(next);
    }
  }
  return { problems, isBusy, payment, submit };
}

/** Fills earlier input into a newly rendered form. @returns `first`: the input that the page was loaded with */
function useTypedForm(typed: DetailsFormProps['typed'], sent: TypedDetails | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() => (typed.current === sent ? sent : undefined));
  // The next key may come with the form, and would else be all that stays of it.
  useLayoutEffect(() => {
    if (!form.current) return;
    // The value is not a `defaultValue`: when a guest goes back, browsers restore only what differs from that.
    for (const { name } of fields) {
      const input = form.current.elements.namedItem(name) as HTMLInputElement;
      input.value ||= typed.current?.[name] ?? '';
    }
    // React received no event for input that was typed before hydration.
    typed.current = readDetails(new FormData(form.current));
  }, [typed]);
  return { form, first };
}

/** The form with the guest's details and consents, which leads to the payment page. */
export function DetailsForm(props: DetailsFormProps) {
  const { quote, isOutdated = false, property, action, via, sent, typed } = props;
  const { problems, isBusy, payment, submit } = useBooking(props);
  const { form, first } = useTypedForm(typed, sent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the new problems, as the next key may come at once
  useLayoutEffect(() => {
    focusInvalid(form.current?.querySelector<HTMLElement>('[aria-invalid=true]'));
  }, [problems]);

  return (
    <form
      ref={form}
      id={detailsFormId}
      method="post"
      action={action}
      onSubmit={submit}
      onInput={(event) => {
        typed.current = readDetails(new FormData(event.currentTarget));
      }}
      noValidate
      className="grid gap-5"
    >
      {sent && problems.form && (
        // Scripts move the focus to what is wrong; without them the page opens here, above it.
        <noscript>
          <Alert failed>{problems.form}</Alert>
        </noscript>
      )}
      <input type="hidden" name="quoteId" value={quote.id} />
      {via && <input type="hidden" name="source" value={via} />}
      {quote.plans.length === 1 && <input type="hidden" name="plan" value={quote.plans[0]?.kind ?? 'full'} />}
      {fields.map(({ name, label, ...input }) => (
        <Field key={name} id={`details-${name}`} label={label} problem={problems[name]} isAnnounced={false}>
          {(control) => (
            <input
              {...input}
              {...control}
              name={name}
              defaultValue={first?.[name]}
              // The margin keeps the label, too, in view below the navbar.
              className={`${control.className} scroll-mt-10`}
              required
            />
          )}
        </Field>
      ))}
      <Agreement quote={quote} houseRules={property.houseRules} problem={problems.agreed} />
      {chargeable(quote.total) > 0 && <LaterCharges />}
      <PaymentLink page={payment} />
      <div aria-live="assertive">{problems.form && <Alert failed>{problems.form}</Alert>}</div>
      {property.bookingMode === 'request' ? (
        <RequestButton quote={quote} isBusy={isBusy} isOutdated={isOutdated} />
      ) : (
        <ReserveButton quote={quote} isBusy={isBusy} isOutdated={isOutdated} />
      )}
    </form>
  );
}

type SubmitButtonProps = { isBusy: boolean; isOutdated: boolean };

function ReserveButton({ quote, isBusy, isOutdated }: SubmitButtonProps & { quote: Quote }) {
  const isFree = chargeable(quote.total) === 0;
  const dueNow = quote.plans.length === 1 ? ` ${formatMoney(quote.total, quote.currency)}` : '';
  return (
    <>
      <Button type="submit" disabled={isBusy || isOutdated} className="min-h-13 w-full text-lg">
        {isBusy ? 'Holding your nights…' : isFree ? 'Reserve' : `Reserve and pay${dueNow}`}
      </Button>
      <p className="text-center text-sm text-slate">
        {isFree
          ? 'There is nothing to pay: your stay is confirmed at once.'
          : 'You pay on our payment provider’s secure page. Your nights are held while you do.'}
      </p>
    </>
  );
}

/** The submit button for a home whose hosts approve each stay. */
function RequestButton({ quote, isBusy, isOutdated }: SubmitButtonProps & { quote: Quote }) {
  return (
    <>
      <Button type="submit" disabled={isBusy || isOutdated} className="min-h-13 w-full text-lg">
        {isBusy ? 'Sending your request…' : 'Ask the hosts for these nights'}
      </Button>
      <p className="text-center text-slate">
        The hosts answer within 24 hours, and the nights are held for you until then. You pay nothing now:
        when they have approved, we mail you a link to {chargeable(quote.total) > 0 ? 'pay' : 'confirm'}.
      </p>
    </>
  );
}

interface AgreementProps extends Pick<PropertyDetail, 'houseRules'> {
  quote: Quote;
  problem: string | undefined;
}

const termsLink = 'inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4';

/** A separate checkbox, which is never preselected: no booking depends on it. */
const LaterCharges = () => (
  <Choice
    type="checkbox"
    name="laterCharges"
    aria-describedby="details-later-charges"
    className="cursor-pointer px-4 sm:px-5"
  >
    <span>
      {laterChargesText}
      <span id="details-later-charges" className="block text-sm text-slate">
        Not needed to book. Without it you pay later orders by a link.
      </span>
    </span>
  </Choice>
);

/** The rules and the cancellation policy in full, and one box to agree to both. */
function Agreement({ quote, houseRules, problem }: AgreementProps) {
  const title = 'font-sans text-base font-semibold tracking-normal text-ink';
  return (
    <div className="rounded-2xl bg-sand p-4 sm:p-5">
      {houseRules.length > 0 && (
        <>
          <h3 className={title}>House rules</h3>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-slate marker:text-lagoon">
            {houseRules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
      <h3 id={cancellationId} className={`mt-5 scroll-mt-24 first:mt-0 ${title}`}>
        If you cancel
      </h3>
      <CancellationTimeline quote={quote} />
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Link to="/cancellation" className={termsLink}>
          How cancelling works
        </Link>
        <Link to="/terms" className={termsLink}>
          Terms of booking
        </Link>
      </p>
      <Choice
        type="checkbox"
        name="agreed"
        required
        aria-invalid={!!problem || undefined}
        aria-describedby={problem ? 'details-agreed-problem' : undefined}
        className="mt-2 cursor-pointer font-semibold"
      >
        I agree to the house rules, the cancellation policy and the terms of booking
      </Choice>
      <FieldProblem id="details-agreed-problem" isAnnounced={false}>
        {problem}
      </FieldProblem>
    </div>
  );
}
