import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { openPaymentPage } from '../checkout/open-payment-page.ts';
import { Conversation, type ConversationProps } from '../messages/conversation.tsx';
import { PriceLines, partyText, stayText, useNow } from '../quotes/stay-facts.tsx';
import { bookPath } from '../quotes/stay-search.ts';
import { tripsClient } from './client.ts';
import { formatTimeLeft, statusText, type Trip, tripPath } from './trip.ts';

interface HoldViewProps {
  trip: Trip;
  /** What was written so far; `null` while nothing can be written. */
  messages: ConversationProps['messages'] | null;
  title: string;
  /** The payment page, where a form without scripts asked for it. */
  paymentUrl: string | null;
  failure: string;
}

const pollMs = 4_000;

/** A booking until it is paid: how long its nights are held, and what can be done. */
export function HoldView({ trip, messages, title, paymentUrl, failure }: HoldViewProps) {
  const { code, status, quote, currency, total, holdExpiresAt } = trip;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isOpen = status === 'held' || status === 'requested';
  const again = bookPath({ ...trip, property: trip.property });

  useEffect(() => {
    if (status === 'confirmed') void navigate(tripPath(code), { replace: true });
  }, [status, code, navigate]);
  // Another tab may pay, or the hosts approve.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);

  return (
    <section className="mx-auto max-w-2xl rounded-3xl bg-white p-6 shadow-card sm:p-10">
      <p className="font-semibold text-gulf">
        {statusText[status]}, booking {code}
      </p>
      <h1 className="mt-2 text-4xl text-deep">{heading[status]}</h1>
      <p className="mt-4 text-lg text-ink">{title}</p>
      <p className="text-lg text-slate">
        {stayText(trip)}, {partyText(trip)}
      </p>
      {isOpen && holdExpiresAt && <TimeLeft until={holdExpiresAt} onEnd={revalidate} />}
      <p className="mt-5 font-display text-5xl text-deep lining-nums">{formatMoney(total, currency)}</p>
      {isOpen && <Deposit trip={trip} />}
      {isOpen ? (
        <HoldActions {...{ trip, paymentUrl, failure, again }} />
      ) : (
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={again}>Look at these dates again</ButtonLink>
          <ButtonLink to="/book" look="quiet">
            Find other nights
          </ButtonLink>
        </div>
      )}
      {messages && (
        <div className="mt-6 border-t border-dune pt-5">
          <Conversation trip={trip} messages={messages} unsent={null} />
        </div>
      )}
      {quote && (
        <details className="mt-6 border-t border-dune pt-4">
          <summary className="min-h-11 content-center font-semibold text-ink">How this adds up</summary>
          <PriceLines quote={quote} />
        </details>
      )}
    </section>
  );
}

/** What of the total is paid now, and what later. */
function Deposit({ trip: { quote, plan, currency } }: { trip: Trip }) {
  const chosen = quote?.plans.find(({ kind }) => kind === plan);
  if (!chosen || chosen.dueLater.length === 0) return null;
  return (
    <p className="mt-2 text-lg text-ink">
      {formatMoney(chosen.dueNow, currency)} now
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
  released: 'You let these nights go',
  declined: 'The hosts could not take this stay',
  cancelled: 'This stay was cancelled',
};

function TimeLeft({ until, onEnd }: { until: string; onEnd(): void }) {
  const now = useNow(1_000);
  const left = now === null ? null : Date.parse(until) - now;
  const isOver = left !== null && left <= 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return (
    <p className="mt-5 flex items-center gap-3 rounded-2xl bg-mist p-4 text-ink">
      <Clock aria-hidden="true" className="size-6 shrink-0 text-gulf" />
      <span>
        Held until {formatDateTime(until)}
        {left !== null && !isOver && (
          <span role="timer" className="block text-2xl font-semibold text-deep tabular-nums">
            {formatTimeLeft(left)} left
          </span>
        )}
      </span>
    </p>
  );
}

interface HoldActionsProps {
  trip: Trip;
  paymentUrl: string | null;
  failure: string;
  again: `/${string}`;
}

/** Paying and letting go; each a form of its own, which works without scripts. */
function HoldActions({ trip: { code, can, status }, paymentUrl, failure, again }: HoldActionsProps) {
  const [busy, setBusy] = useState<'pay' | 'release' | null>(null);
  const [problem, setProblem] = useState(failure);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();

  async function attempt(name: 'pay' | 'release', act: () => Promise<void>) {
    setBusy(name);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.');
      void revalidate();
    }
    setBusy(null);
  }
  const pay = () => attempt('pay', async () => openPaymentPage(await tripsClient().checkout(code)));
  const release = (next?: `/${string}`) =>
    attempt('release', async () => {
      await tripsClient().release(code);
      if (next) await navigate(next);
      else void revalidate();
    });

  return (
    <div className="mt-6 grid gap-4">
      {status === 'requested' && (
        <p className="text-lg text-slate">
          The hosts answer within 24 hours, and your nights are held until then. You pay when they have said
          yes; we write to you.
        </p>
      )}
      {paymentUrl && (
        <a href={paymentUrl} className={buttonClass('primary', 'min-h-13 text-lg')}>
          Go on to the payment page
        </a>
      )}
      {can.includes('pay') && !paymentUrl && (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void pay();
          }}
        >
          <Button
            type="submit"
            name="intent"
            value="pay"
            disabled={busy !== null}
            className="min-h-13 w-full text-lg"
          >
            {busy === 'pay' ? 'Opening the payment page…' : 'Pay now'}
          </Button>
        </form>
      )}
      <div aria-live="assertive">{problem && <Alert failed>{problem}</Alert>}</div>
      {can.includes('release') && (
        <form
          method="post"
          className="flex flex-wrap gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const { submitter } = event.nativeEvent as SubmitEvent;
            void release((submitter as HTMLButtonElement | null)?.value === 'change' ? again : undefined);
          }}
        >
          <Button type="submit" name="intent" value="change" look="quiet" disabled={busy !== null}>
            Change my stay
          </Button>
          <Button type="submit" name="intent" value="release" look="quiet" disabled={busy !== null}>
            {busy === 'release' ? 'Letting go…' : 'Let these nights go'}
          </Button>
        </form>
      )}
    </div>
  );
}
