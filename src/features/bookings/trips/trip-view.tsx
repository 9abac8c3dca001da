import { BookOpen, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { MailAddress } from '../../../ui/mail-address.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { track } from '../../analytics/track.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { isArrivalFormOpen } from '../arrival-details/arrival-details.ts';
import { AgreedTerms } from '../book/agreed-terms.tsx';
import { stayBasket } from '../book/stay-basket.ts';
import { CancellationTimeline } from '../book/stay-facts.tsx';
import { bookPath } from '../book/stay-search.ts';
import type { BookingExtras } from '../extras/contract.server.ts';
import { AccessText } from '../record/access-text.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import { toAgreedTerms } from '../record/trip.ts';
import { guidePath, tripReviewPath } from '../record/trip-paths.ts';
import { CancelStay } from './cancel-stay.tsx';
import type { ConversationProps } from './conversation.tsx';
import { LateConversation } from './late-conversation.tsx';
import { TripHeader } from './trip-header.tsx';
import { TripMoney, type TripOutcome, wideLinkClass } from './trip-money.tsx';
import { isOver, type TripPhase, tripPhase } from './trip-phase.ts';
import { useFocusAtEnd } from './use-focus-at-end.ts';
import { usePolling } from './use-polling.ts';

const afterPage = { yieldsToPage: true };
const arrivalForm = lazyPart(
  async () => (await import('../arrival-details/arrival-form.tsx')).ArrivalForm,
  afterPage,
);
const extrasSection = lazyPart(
  async () => (await import('../extras/extras-section.tsx')).ExtrasSection,
  afterPage,
);
const shareForm = lazyPart(async () => (await import('../companions/share-form.tsx')).ShareForm, afterPage);

/** Polls after a trip is opened: a minute, in which a payment is settled unless the bank takes days. */
const maxPolls = 15;

interface TripViewProps {
  trip: Trip;
  /** `null` for a home that is listed no longer. */
  property: PropertyDetail | null;
}

interface TripPageProps extends TripViewProps, Pick<ConversationProps, 'messages'> {
  outcome: TripOutcome;
  extras: BookingExtras;
}

/** A booked stay: what, when, how much, and everything that a guest needs until it is over. */
export function TripView({ trip, property, messages, extras, outcome }: TripPageProps) {
  const hasExtras = extras.offered.length > 0 || extras.added.length > 0;
  const title = property?.title ?? trip.property.title;
  const isCancelled = trip.status === 'cancelled';
  const heading = useFocusAtEnd(!isCancelled);
  const rules = isCancelled ? [] : property?.houseRules || [];
  const agreed = toAgreedTerms(trip.agreed);
  const agreedRules = agreed?.houseRules ?? [];
  const haveRulesChanged = agreedRules.length > 0 && agreedRules.join('\n') !== rules.join('\n');
  const phase = isCancelled ? 'cancelled' : tripPhase(trip);
  const money = (
    <TripMoney
      trip={trip}
      title={title}
      hasLinks={trip.status === 'confirmed' && phase !== 'after'}
      outcome={outcome}
      className={`lg:col-start-2 ${rowOfColumns[phase]}`}
    />
  );
  // The open amount comes next; the receipt of a paid stay comes last.
  const isMoneyFirst = phase === 'before' || (phase === 'arrival' && trip.due > 0);
  usePurchaseTracking(trip, title);
  // Guests come back from the payment page before their payment is settled.
  usePolling(trip.isPaymentOpen, maxPolls);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
      <TripHeader trip={trip} property={property} phase={phase} heading={heading} />
      {phase === 'arrival' && (
        <div className="lg:col-span-2">
          <Arrival trip={trip} property={property} />
        </div>
      )}
      {phase === 'after' && <Afterwards trip={trip} />}
      {isMoneyFirst && money}
      <div className={`grid min-w-0 gap-6 lg:col-start-1 ${rowOfColumns[phase]}`}>
        {phase === 'before' && <Arrival trip={trip} property={property} />}
        {phase === 'after' && <Changes trip={trip} messages={messages} outcome={outcome} />}
        {hasExtras && (
          <Card id="extras" title="Add to your stay">
            <LazyHydration part={extrasSection}>
              {(ExtrasSection) => <ExtrasSection trip={trip} extras={extras} outcome={outcome.ordering} />}
            </LazyHydration>
          </Card>
        )}
        {isArrivalFormOpen(trip) && (
          <Card id="arrival-details" title="When do you arrive?">
            <LazyHydration part={arrivalForm}>
              {(ArrivalForm) => <ArrivalForm trip={trip} unsaved={outcome.unsaved} />}
            </LazyHydration>
          </Card>
        )}
        {trip.status === 'confirmed' && !isOver(trip) && (
          <Card id="companions" title="Who comes along?">
            <LazyHydration part={shareForm}>
              {(ShareForm) => <ShareForm trip={trip} outcome={outcome.sharing} />}
            </LazyHydration>
          </Card>
        )}
        {rules.length > 0 && (
          <Card id="rules" title="House rules" isPrinted>
            <RuleList rules={haveRulesChanged ? agreedRules : rules} />
            {haveRulesChanged && (
              <details className="mt-6 border-t border-dune pt-4">
                <summary className="min-h-11 content-center font-semibold text-ink">
                  What the hosts ask of guests who book today
                </summary>
                <p className="mt-1 mb-3 text-slate">
                  The rules above are the ones you agreed to, and they hold for your stay.
                </p>
                <RuleList rules={rules} />
              </details>
            )}
            {agreed && <AgreedTerms agreed={agreed} />}
          </Card>
        )}
        {agreed && rules.length === 0 && (
          <Card id="rules" title="Rules and cancellation" isPrinted>
            <AgreedTerms agreed={agreed} isFirst />
          </Card>
        )}
        {phase !== 'after' && <Changes trip={trip} messages={messages} outcome={outcome} />}
      </div>
      {!isMoneyFirst && money}
    </div>
  );
}

/** The row of the grid's two columns, the money and the rest: below the cards that span both. */
const rowOfColumns: Record<TripPhase, string> = {
  before: 'lg:row-start-2',
  arrival: 'lg:row-start-3',
  after: 'lg:row-start-3',
  cancelled: 'lg:row-start-2',
};

/** Links to a review and to another stay. */
const Afterwards = ({ trip }: { trip: Trip }) => (
  <section
    aria-labelledby="afterwards-title"
    className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-3xl bg-mist p-6 sm:p-8 lg:col-span-2"
  >
    <div className="min-w-0">
      <h2 id="afterwards-title" className="text-2xl text-deep">
        How was it?
      </h2>
      <p className="mt-1 text-slate">Tell other guests, or come again: your dates are a press away.</p>
    </div>
    <p className="flex flex-wrap gap-3">
      {trip.status === 'confirmed' && (
        <a href={tripReviewPath(trip.code)} className={buttonClass('primary')}>
          Review your stay
        </a>
      )}
      <ButtonLink
        to={bookPath({ property: trip.property.slug, guests: trip.guests, pets: trip.pets })}
        variant="quiet"
      >
        Book again
      </ButtonLink>
    </p>
  </section>
);

const RuleList = ({ rules }: { rules: string[] }) => (
  <ul className="list-disc space-y-1.5 pl-5 text-slate marker:text-lagoon">
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
);

interface CardProps {
  id: string;
  title: string;
  /** Whether the section is printed, too: forms are not. */
  isPrinted?: boolean;
  children: ReactNode;
}

function Card({ id, title, isPrinted = false, children }: CardProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`scroll-mt-24 rounded-3xl bg-white p-6 wrap-anywhere shadow-card sm:p-8 ${isPrinted ? 'print:break-inside-avoid' : 'print:hidden'}`}
    >
      <h2 id={`${id}-title`} className="mb-4 text-2xl text-deep">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** https://developers.google.com/maps/documentation/urls/get-started, "Directions" */
const directionsUrl = (place: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`;

/** The address and how to get in; the house number and the door code appear only when they are due. */
function Arrival({ trip, property }: TripViewProps) {
  const { phone } = useSiteSettings();
  const place = trip.address ?? property?.address ?? '';
  return (
    <Card id="arrival" title="Getting there" isPrinted>
      {place && <p className="text-lg text-ink">{place}</p>}
      {trip.access && (
        <p className="mt-3 rounded-2xl bg-mist p-4 text-lg whitespace-pre-line text-ink">
          <AccessText>{trip.access}</AccessText>
        </p>
      )}
      {trip.wifi && <Wifi wifi={trip.wifi} />}
      {!isOver(trip) && !trip.address && !trip.access && (
        <p className="mt-2 text-slate">
          Three days before you arrive, the full address and everything you need to come in stand here
          {trip.email ? (
            <>
              ; we send them to <MailAddress>{`${trip.email},`}</MailAddress> too.
            </>
          ) : (
            '.'
          )}
        </p>
      )}
      {phone && <p className="mt-3 hidden text-ink print:block">Your hosts: {phone}</p>}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {place && (
          <a href={directionsUrl(place)} className={`${wideLinkClass} sm:w-auto!`}>
            <MapPin aria-hidden="true" className="size-5" />
            Directions
          </a>
        )}
        {trip.status === 'confirmed' && (
          <a href={guidePath(trip.code)} className={`${wideLinkClass} sm:w-auto!`}>
            <BookOpen aria-hidden="true" className="size-5" />
            Guide to the home
          </a>
        )}
        {trip.address && phone && <HostsPhone />}
      </div>
    </Card>
  );
}

function HostsPhone() {
  const { phone, phoneHref } = useSiteSettings();
  return (
    <a href={phoneHref} className={`${wideLinkClass} sm:w-auto!`}>
      <Phone aria-hidden="true" className="size-5" />
      Call {phone}
    </a>
  );
}

const Wifi = ({ wifi: { name, password } }: { wifi: NonNullable<Trip['wifi']> }) => (
  <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 rounded-2xl bg-mist p-4">
    <dl className="grid min-w-0 gap-x-8 gap-y-2 sm:grid-cols-[auto_auto]">
      <div className="min-w-0">
        <dt className="text-sm font-semibold text-slate">Wi-Fi</dt>
        <dd className="text-lg font-semibold text-ink">{name}</dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm font-semibold text-slate">Password</dt>
        <dd className="text-lg font-semibold text-ink">{password || 'None: the network is open'}</dd>
      </div>
    </dl>
    {password && <CopyButton text={password} label="Copy the password" />}
  </div>
);

/** The conversation with the hosts, changes and the cancellation. */
function Changes({ trip, messages, outcome }: Omit<TripPageProps, 'property' | 'extras'>) {
  const { phone, phoneHref } = useSiteSettings();
  const { revalidate } = useRevalidator();
  const { lines, cancellation } = trip.quote;
  // A trip without its quote cannot show the refund.
  const isQuoted = lines.length > 0 || cancellation.length > 0;
  return (
    <Card
      id="changes"
      title={trip.status === 'cancelled' || isOver(trip) ? 'Questions' : 'Questions and changes'}
    >
      <LateConversation trip={trip} messages={messages} unsent={outcome.unsent} />
      {phone && (
        <a href={phoneHref} className={`${wideLinkClass} mt-4 sm:w-auto!`}>
          <Phone aria-hidden="true" className="size-5" />
          {phone}
        </a>
      )}
      {trip.status === 'confirmed' && isQuoted && !isOver(trip) && (
        <div className="mt-6 border-t border-dune pt-5">
          <h3 className="font-sans text-base font-semibold tracking-normal text-ink">If you cancel</h3>
          <CancellationTimeline quote={trip.quote} />
        </div>
      )}
      {trip.can.includes('cancel') && (
        <CancelStay
          trip={trip}
          offered={outcome.cancellation}
          onCancelled={revalidate}
          failure={outcome.failed === 'cancel' ? outcome.failure : ''}
        />
      )}
    </Card>
  );
}

const trackedKey = (code: string) => `purchase-told:${code}`;

/** Records a purchase for analytics once in this browser, when the trip is shown for the first time. */
function usePurchaseTracking(trip: Trip, title: string) {
  const { code, status, payments } = trip;
  const isFresh = status === 'confirmed' && payments.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each booking
  useEffect(() => {
    if (!isFresh) return;
    try {
      if (localStorage.getItem(trackedKey(code))) return;
      localStorage.setItem(trackedKey(code), '1');
    } catch {
      // A browser without storage cannot distinguish the first visit from a later one.
      return;
    }
    track({
      name: 'Purchase',
      orderId: code,
      ...stayBasket({ ...trip, property: trip.property.slug }, title),
    });
  }, [code, isFresh]);
}
