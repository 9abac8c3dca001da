import { CalendarPlus, FileText, MapPin, Phone, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { telHref } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { track } from '../../analytics/track.ts';
import { propertyPath } from '../../listings/property.ts';
import { formatTime, type PropertyDetail } from '../../listings/property-detail.ts';
import { AgreedTerms } from '../checkout/agreed-terms.tsx';
import { openPaymentPage } from '../checkout/open-payment-page.ts';
import { Conversation, type ConversationProps } from '../messages/conversation.tsx';
import { CancellationTimeline, PriceLines, partyText, stayText } from '../quotes/stay-facts.tsx';
import { stayBasket } from '../stay-basket.ts';
import { CancelStay } from './cancel-stay.tsx';
import { calendarFilePath, receiptPath, tripsClient } from './client.ts';
import { balance, statusText, type Trip, totalPaid, totalRefunded } from './trip.ts';

interface TripViewProps {
  trip: Trip;
  /** `null` for a home that is listed no longer. */
  property: PropertyDetail | null;
}

type TripPageProps = TripViewProps & Pick<ConversationProps, 'messages' | 'unsent'>;

/** A booked stay: what, when, how much, and everything that a guest needs until it is over. */
export function TripView({ trip, property, messages, unsent }: TripPageProps) {
  const title = property?.title ?? trip.property;
  const isCancelled = trip.status === 'cancelled';
  usePurchaseTracking(trip, title);
  return (
    <div className="mx-auto grid max-w-5xl gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
      <header className="rounded-3xl bg-deep p-6 text-glass sm:p-10 lg:col-span-2">
        <p className="font-semibold text-sun">
          {statusText[trip.status]}, booking {trip.code}
        </p>
        <h1 className="mt-2 text-4xl text-white sm:text-5xl">
          {isCancelled ? 'This stay was cancelled' : `See you at ${title}`}
        </h1>
        <p className="mt-4 text-lg">
          {stayText(trip)}, {partyText(trip)}
        </p>
        {property && !isCancelled && (
          <p className="mt-1 text-lg">
            Check-in from {formatTime(property.checkInFrom)}, check-out until{' '}
            {formatTime(property.checkOutUntil)}
          </p>
        )}
      </header>
      <div className="grid min-w-0 gap-6">
        {!isCancelled && <Arrival trip={trip} property={property} />}
        {property && property.houseRules.length > 0 && (
          <Card id="rules" title="House rules">
            <ul className="list-disc space-y-1.5 pl-5 text-slate marker:text-lagoon">
              {property.houseRules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            {trip.agreed && <AgreedTerms agreed={trip.agreed} />}
          </Card>
        )}
        {trip.agreed && !property?.houseRules.length && (
          <Card id="rules" title="What holds">
            <AgreedTerms agreed={trip.agreed} />
          </Card>
        )}
        <Changes trip={trip} messages={messages} unsent={unsent} />
      </div>
      <Money trip={trip} title={title} />
    </div>
  );
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-3xl bg-white p-6 shadow-card sm:p-8">
      <h2 id={`${id}-title`} className="mb-4 text-2xl text-deep">
        {title}
      </h2>
      {children}
    </section>
  );
}

const linkClass = buttonClass('quiet', 'w-full justify-start! text-left!');

/** https://developers.google.com/maps/documentation/urls/get-started, "Directions" */
const directionsUrl = (place: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`;

/** Where it is and how to come in; the number of the house and the door only when due. */
function Arrival({ trip, property }: TripViewProps) {
  const place = trip.address ?? property?.address ?? '';
  return (
    <Card id="arrival" title="Getting there">
      {place && <p className="text-lg text-ink">{place}</p>}
      {trip.accessNotes ? (
        <p className="mt-3 rounded-2xl bg-mist p-4 whitespace-pre-line text-ink">{trip.accessNotes}</p>
      ) : (
        <p className="mt-2 text-slate">
          Three days before you arrive, the full address and everything you need to come in stand here; we
          send them to {trip.email || 'you'}, too.
        </p>
      )}
      {place && (
        <a href={directionsUrl(place)} className={`${linkClass} mt-4 sm:w-auto!`}>
          <MapPin aria-hidden="true" className="size-5" />
          Directions
        </a>
      )}
    </Card>
  );
}

function Money({ trip, title }: { trip: Trip; title: string }) {
  const { quote, currency, total, refunds, code } = trip;
  const [problem, setProblem] = useState('');
  const open = balance(trip);
  const shareText = `${title}, ${stayText(trip)}`;
  async function pay() {
    setProblem('');
    try {
      openPaymentPage(await tripsClient().checkout(code));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.');
    }
  }
  return (
    <aside aria-label="Price and receipt" className="rounded-3xl bg-white p-6 shadow-card sm:p-8">
      <p className="font-display text-4xl text-deep lining-nums">{formatMoney(total, currency)}</p>
      <p className="mt-1 text-slate">
        {formatMoney(totalPaid(trip), currency)} paid
        {refunds.length > 0 && `, ${formatMoney(totalRefunded(trip), currency)} refunded`}
      </p>
      {trip.status === 'confirmed' && open > 0 && (
        <p className="mt-1 text-slate">
          {formatMoney(open, currency)} still to pay
          {trip.quote?.plans.find(({ kind }) => kind === 'deposit')?.dueLater[0] &&
            ` on ${formatDate(trip.quote.plans.find(({ kind }) => kind === 'deposit')?.dueLater[0]?.on ?? '')}`}
        </p>
      )}
      {trip.can.includes('pay') && open > 0 && (
        <Button className="mt-4 w-full" onClick={() => void pay()}>
          Pay {formatMoney(open, currency)} now
        </Button>
      )}
      <div aria-live="assertive">{problem && <Alert failed>{problem}</Alert>}</div>
      <ul className="mt-5 grid gap-2">
        <li>
          <a href={receiptPath(code)} className={linkClass}>
            <FileText aria-hidden="true" className="size-5" />
            Receipt (PDF)
          </a>
        </li>
        <li>
          <a href={calendarFilePath(code)} className={linkClass}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            Add to calendar
          </a>
        </li>
        <li>
          <a
            href={`mailto:?subject=${encodeURIComponent(shareText)}&body=${encodeURIComponent(shareText)}`}
            className={linkClass}
          >
            <Share2 aria-hidden="true" className="size-5" />
            Send it to who comes along
          </a>
        </li>
      </ul>
      {quote && (
        <details className="mt-5 border-t border-dune pt-4">
          <summary className="min-h-11 content-center font-semibold text-ink">How this adds up</summary>
          <PriceLines quote={quote} />
        </details>
      )}
      <p className="mt-4">
        <Link
          to={propertyPath(trip.property)}
          className="font-medium text-gulf underline underline-offset-4 hover:no-underline"
        >
          {title}
        </Link>
      </p>
    </aside>
  );
}

/** The hosts, a change, and the cancellation. */
function Changes(props: ConversationProps) {
  const { trip } = props;
  const { phone } = useSiteSettings();
  const { revalidate } = useRevalidator();
  return (
    <Card id="changes" title="Questions and changes">
      <Conversation {...props} />
      {phone && (
        <a href={telHref(phone)} className={`${linkClass} mt-4 sm:w-auto!`}>
          <Phone aria-hidden="true" className="size-5" />
          {phone}
        </a>
      )}
      {trip.quote && trip.status === 'confirmed' && (
        <div className="mt-6 border-t border-dune pt-5">
          <h3 className="font-sans text-base font-semibold tracking-normal text-ink">If you cancel</h3>
          <CancellationTimeline quote={trip.quote} />
        </div>
      )}
      {trip.can.includes('cancel') && <CancelStay trip={trip} onCancelled={revalidate} />}
    </Card>
  );
}

const toldKey = (code: string) => `purchase-told:${code}`;

/** Tells analytics of a purchase once in this browser, when it is seen for the first time. */
function usePurchaseTracking(trip: Trip, title: string) {
  const { code, status, payments } = trip;
  const isFresh = status === 'confirmed' && payments.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each booking
  useEffect(() => {
    if (!isFresh) return;
    try {
      if (localStorage.getItem(toldKey(code))) return;
      localStorage.setItem(toldKey(code), '1');
    } catch {
      // A browser that stores nothing cannot tell a first visit from a later one.
      return;
    }
    track({ name: 'Purchase', orderId: code, ...stayBasket(trip, title) });
  }, [code, isFresh]);
}
