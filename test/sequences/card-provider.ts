import { Hono } from 'hono';
import Stripe from 'stripe';
import { openJournal } from '../../sandbox/append-log.ts';
import { stripeApi } from '../../sandbox/stripe/api.ts';
import { type Ledger, openLedger, type StoredEvent } from '../../sandbox/stripe/database.ts';
import { answerDispute, closeDispute, openDispute } from '../../sandbox/stripe/disputes.ts';
import { NO_FAULTS } from '../../sandbox/stripe/fault-injection.ts';
import { failRefund } from '../../sandbox/stripe/payments.ts';
import { completeSession, findSession, settleSession } from '../../sandbox/stripe/session-lifecycle.ts';
import type { OpenStripe } from '../../src/platform/stripe.server.ts';
import type { Card, Verdict } from './step.ts';

const secretKey = 'sk_test_stand_in';
const secret = 'whsec_stand_in';
const lastDigits: Record<Card, string> = { good: '4242', declined_later: '0341', delayed: '4242' };

/** The stand-in of the card provider under a clock of its own, called without a network. */
export interface CardProvider {
  open: OpenStripe;
  stripe: Stripe;
  ledger: Ledger;
  /** Pays an open page. */
  pay(sessionId: string, card: Card): void;
  /** The sessions whose payment a bank still works on. */
  delayed(): { sessionId: string; bookingId: string }[];
  settle(sessionId: string, succeeds: boolean): void;
  /** An event as it arrives: its body and its signature. */
  sign(event: StoredEvent): [Buffer, string];
  failRefund(refundId: string): void;
  /** A guest's bank reclaims a payment, and decides; what is lost may be won after all. */
  dispute(paymentId: string): void;
  decide(disputeId: string, verdict: Verdict): void;
}

export function openCardProvider(now: () => Date): CardProvider {
  const journal = openJournal();
  const ledger = openLedger(journal, 'http://localhost', () => {}, now);
  const api = new Hono().route(
    '/v1',
    stripeApi({ ledger, journal, secretKey, switches: { ...NO_FAULTS }, calls: [] }),
  );
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(
      async (url: RequestInfo | URL, init?: RequestInit) => await api.fetch(new Request(url, init)),
    ),
    host: 'localhost',
    port: 80,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
  return {
    stripe,
    ledger,
    open: async () => stripe,
    pay(sessionId, card) {
      const { session } = findSession(ledger, sessionId);
      const payer = { email: session.customer_email ?? '', name: null, last4: lastDigits[card] };
      completeSession(ledger, sessionId, payer, card !== 'delayed');
    },
    delayed: () =>
      ledger.sessions
        .all()
        .filter(({ session }) => session.status === 'complete' && session.payment_status === 'unpaid')
        .filter(({ session }) => ledger.intents.get(String(session.payment_intent))?.status === 'processing')
        .map(({ session }) => ({ sessionId: session.id, bookingId: session.metadata?.bookingId ?? '' })),
    sign(event) {
      const payload = JSON.stringify(event);
      const timestamp = ledger.now();
      return [Buffer.from(payload), stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })];
    },
    settle: (sessionId, succeeds) => void settleSession(ledger, sessionId, succeeds),
    failRefund: (refundId) => void failRefund(ledger, refundId),
    dispute: (paymentId) => void openDispute(ledger, paymentId, 'fraudulent'),
    decide: (disputeId, verdict) =>
      void (verdict === 'under_review'
        ? answerDispute(ledger, disputeId)
        : closeDispute(ledger, disputeId, verdict)),
  };
}
