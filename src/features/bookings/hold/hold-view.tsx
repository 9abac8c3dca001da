import { Clock } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatClock, formatDate } from '../../../shared/dates.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { formatMoney } from '../../../shared/money.ts';
import { useServerClock, useServerNow } from '../../../ui/browser/use-server-now.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { OnOneLine } from '../../../ui/unbroken-text.tsx';
import type { QuoteRejection } from '../book/quote-outcome.ts';
import { PriceDetails } from '../book/stay-facts.tsx';
import { StayLine } from '../book/stay-line.tsx';
import { bookPath } from '../book/stay-search.ts';
import { partyText, stayText } from '../book/stay-text.ts';
import { chargeable } from '../pricing/min-charge.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { formatTimeLeft, paidText, statusText, toStaySearch } from '../record/trip.ts';
import { tripPath } from '../record/trip-paths.ts';
import type { ConversationProps } from '../trips/conversation.tsx';
import { LateConversation } from '../trips/late-conversation.tsx';
import { useFocusAtEnd } from '../trips/use-focus-at-end.ts';
import { usePolling } from '../trips/use-polling.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import { HoldActions, type HoldOutcome } from './hold-actions.tsx';

const rejectionPart = lazyPart(async () => (await import('../book/rejection.tsx')).Rejection);

interface HoldViewProps {
  trip: Trip;
  /** The messages so far; `null` while none can be written. */
  messages: ConversationProps['messages'] | null;
  title: string;
  /** The result of a form that was sent without scripts. */
  outcome: HoldOutcome;
}

const cardClass = 'mx-auto max-w-2xl rounded-3xl bg-white p-6 shadow-card sm:p-10';

/** A booking until it is paid: how long its nights are held, and what can be done. */
export function HoldView({ trip, messages, title, outcome }: HoldViewProps) {
  const { code, status, quote, currency, total, holdExpiresAt, isPaymentProcessing } = trip;
  const isOpen = status === 'held' || status === 'requested';
  const revalidate = useUpdates(trip, isOpen);
  const top = useFocusAtEnd(isOpen);
  const again = bookPath(toStaySearch(trip));
  const [sold, setSold] = useState(outcome.sold);
  const [wasWithdrawn] = useState(trip.isOfferWithdrawn);

  if (sold && status === 'held') return <SoldElsewhere trip={trip} title={title} rejection={sold} />;
  if (trip.isOfferWithdrawn && status === 'held')
    return <WithdrawnOffer trip={trip} title={title} again={again} takesFocus={!wasWithdrawn} />;
  return (
    <section className={cardClass}>
      <p className="font-semibold text-gulf">
        {statusText[status]}, booking {code}
      </p>
      <h1 ref={top} tabIndex={-1} className="mt-2 text-4xl text-deep outline-none">
        {heading[status]}
      </h1>
      <p className="mt-4 text-lg text-ink">{title}</p>
      <p className="text-lg text-slate">
        <StayLine stay={trip} party={trip} />
      </p>
      {isOpen && holdExpiresAt && !isPaymentProcessing && (
        <TimeLeft until={holdExpiresAt} serverNow={trip.now} onEnd={revalidate} />
      )}
      {isOpen ? (
        <p className="mt-5 font-display text-4xl text-deep min-[22.5rem]:text-5xl">
          {formatMoney(total, currency)}
        </p>
      ) : (
        <p className="mt-5 text-lg text-ink">{chargedText(trip)}</p>
      )}
      {isOpen && <Deposit trip={trip} />}
      {trip.can.includes('confirmEmail') && <ConfirmEmail code={code} />}
      {isOpen ? (
        <HoldActions trip={trip} outcome={outcome} again={again} onSold={setSold} />
      ) : (
        <OtherNights again={again} />
      )}
      {messages && (
        <div className="mt-6 border-t border-dune pt-5">
          <LateConversation trip={trip} messages={messages} unsent={outcome.unsent} />
        </div>
      )}
      <PriceDetails quote={quote} className="mt-6" />
    </section>
  );
}

/** Reads an open booking again and again, and leaves for its trip once it is paid. @returns reads it at once */
function useUpdates({ status, code }: Trip, isOpen: boolean) {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (status === 'confirmed') void navigate(movedUrl(tripPath(code), { search, hash }), { replace: true });
  }, [status, code, search, hash, navigate]);
  // The booking may be paid in another tab, or approved by the hosts.
  return usePolling(isOpen);
}

/** The text about what an ended booking has cost. */
const chargedText = (trip: Trip): string =>
  trip.payments.length === 0 ? 'Nothing was charged.' : `${paidText(trip)}.`;

const OtherNights = ({ again }: { again: `/${string}` }) => (
  <div className="mt-6 flex flex-wrap gap-3">
    <ButtonLink to={again}>Look at these dates again</ButtonLink>
    <ButtonLink to="/book" variant="quiet">
      Find other nights
    </ButtonLink>
  </div>
);

interface SoldElsewhereProps {
  trip: Trip;
  title: string;
  rejection: QuoteRejection;
}

/** The message that another channel sold the nights before they were paid, with links to what is free. */
function SoldElsewhere({ trip, title, rejection }: SoldElsewhereProps) {
  const { code, property } = trip;
  return (
    <section className={cardClass}>
      <p className="font-semibold text-gulf">Not paid, booking {code}</p>
      <h1 className="mt-2 text-4xl text-deep">We are sorry, these nights are gone</h1>
      <p className="mt-4 mb-6 text-lg text-slate">
        {title}, {stayText(trip)}, {partyText(trip)}. Nothing was charged.
      </p>
      <LazyHydration part={rejectionPart} fallback={<p className="min-h-96">{rejection.message}</p>}>
        {(Rejection) => (
          <Rejection
            rejection={rejection}
            search={toStaySearch(trip)}
            takesFocus
            property={{ title, slug: property.slug, isComingSoon: false, bookingMode: 'instant' }}
          />
        )}
      </LazyHydration>
    </section>
  );
}

interface WithdrawnOfferProps {
  trip: Trip;
  title: string;
  again: `/${string}`;
  /** Whether the message takes the focus, because the hosts withdrew the offer while the page was open. */
  takesFocus: boolean;
}

/** A hold that the hosts took back with its offer; until the job ends it, an open payment page may still be paid. */
function WithdrawnOffer({ trip, title, again, takesFocus }: WithdrawnOfferProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={cardClass}>
      <p className="font-semibold text-gulf">Booking {trip.code}</p>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-4xl text-deep outline-none">
        This offer was withdrawn
      </h1>
      <p className="mt-4 text-lg text-slate">
        {title}, {stayText(trip)}, {partyText(trip)}.
      </p>
      <p className="mt-4 text-lg text-ink">
        The hosts have withdrawn this offer. Please choose your dates again, or call us. If you have paid
        already, we write to you.
      </p>
      <OtherNights again={again} />
    </section>
  );
}

/** The parts of the total that are paid now and later. */
function Deposit({ trip: { quote, plan, currency } }: { trip: Trip }) {
  const chosen = quote.plans.find(({ kind }) => kind === plan);
  if (!chosen || chosen.dueLater.length === 0) return null;
  return (
    <p className="mt-2 text-lg text-ink">
      {chargeable(chosen.dueNow) > 0 ? formatMoney(chosen.dueNow, currency) : 'Nothing'} now
      {chosen.dueLater.map(
        ({ on, amount }) => `, ${formatMoney(amount, currency)} on ${formatDate(on)} from the same card`,
      )}
    </p>
  );
}

const heading: Record<Trip['status'], string> = {
  held: 'Your nights are held for you',
  requested: 'We have your request',
  confirmed: 'Your stay is booked',
  expired: 'The time to pay is over',
  released: 'These nights were let go',
  declined: 'The hosts could not take this stay',
  cancelled: 'This stay was cancelled',
};

interface TimeLeftProps {
  until: string;
  serverNow: string;
  onEnd(): void;
}

function TimeLeft({ until, serverNow, onEnd }: TimeLeftProps) {
  useServerClock(serverNow);
  const now = useServerNow(1_000);
  const left = now === null ? null : Date.parse(until) - now;
  const isOver = left !== null && left <= 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return (
    <p className="mt-5 flex items-center gap-3 rounded-2xl bg-mist p-4 text-ink">
      <Clock aria-hidden="true" className="size-6 shrink-0 text-gulf" />
      <span>
        Held until <OnOneLine>{`${formatDate(until)},`}</OnOneLine>{' '}
        <OnOneLine>{formatClock(new Date(until))}</OnOneLine>
        {/* The line takes its space before the time is known, so that "Pay now" does not move under a finger. */}
        <span
          role="timer"
          className="block min-h-8 text-2xl font-semibold text-deep tabular-nums noscript:hidden"
        >
          {left !== null && !isOver && `${formatTimeLeft(left)} left`}
        </span>
      </span>
    </p>
  );
}
