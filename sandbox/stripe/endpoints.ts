import { createSession } from './create-session.ts';
import type { Ledger } from './database.ts';
import { findDispute } from './disputes.ts';
import { expand, lineItems } from './expand.ts';
import type { Form } from './form.ts';
import { findInvoice, invoicePaymentsIn, invoicesIn } from './invoices.ts';
import { chargeStoredCard } from './off-session.ts';
import { listOf, optionalInteger, optionalText, requiredText } from './params.ts';
import { detachPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { createRefund, findCharge, findIntent, findRefund } from './payments.ts';
import { expireByCall, findSession } from './session-lifecycle.ts';
import { accountOf, endpointsOf } from './setup.ts';
import { missing, StripeFailure } from './stripe-error.ts';
import { cancelSubscription, findSubscription, updateSubscription } from './subscriptions.ts';

type Call = (ledger: Ledger, form: Form, id: string) => object;

/** Every call that the stand-in supports: method, path below `/v1`, what it does. */
export const CALLS: [method: 'GET' | 'POST' | 'DELETE', path: string, act: Call][] = [
  ['POST', '/checkout/sessions', createSession],
  ['GET', '/checkout/sessions', listSessions],
  ['GET', '/checkout/sessions/:id', (ledger, _form, id) => findSession(ledger, id).session],
  [
    'GET',
    '/checkout/sessions/:id/line_items',
    (ledger, _form, id) => lineItems(ledger, findSession(ledger, id).session.id),
  ],
  ['POST', '/checkout/sessions/:id/expire', (ledger, _form, id) => expireByCall(ledger, id)],
  ['GET', '/account', ({ setup }) => accountOf(setup)],
  ['GET', '/webhook_endpoints', ({ setup }) => endpointsOf(setup)],
  ['POST', '/refunds', createRefund],
  ['GET', '/refunds', listRefunds],
  ['GET', '/refunds/:id', (ledger, _form, id) => findRefund(ledger, id)],
  ['POST', '/payment_intents', chargeStoredCard],
  ['GET', '/payment_intents', listIntents],
  ['GET', '/payment_intents/search', searchIntents],
  ['GET', '/payment_intents/:id', (ledger, _form, id) => findIntent(ledger, id)],
  ['GET', '/payment_methods/:id', (ledger, _form, id) => findPaymentMethod(ledger, id)],
  ['POST', '/payment_methods/:id/detach', (ledger, _form, id) => detachPaymentMethod(ledger, id)],
  ['GET', '/charges/:id', (ledger, _form, id) => findCharge(ledger, id)],
  ['GET', '/subscriptions/:id', (ledger, _form, id) => findSubscription(ledger, id)],
  ['POST', '/subscriptions/:id', (ledger, form, id) => updateSubscription(ledger, id, form)],
  ['DELETE', '/subscriptions/:id', (ledger, _form, id) => cancelSubscription(ledger, id)],
  [
    'GET',
    '/invoices',
    (ledger, form) =>
      paginate(
        invoicesIn(ledger, form).sort((a, b) => a.created - b.created),
        form,
        '/v1/invoices',
      ),
  ],
  ['GET', '/invoices/:id', (ledger, _form, id) => findInvoice(ledger, id)],
  [
    'GET',
    '/invoice_payments',
    (ledger, form) => paginate(invoicePaymentsIn(ledger, form), form, '/v1/invoice_payments'),
  ],
  ['GET', '/disputes', listDisputes],
  ['GET', '/disputes/:id', (ledger, _form, id) => findDispute(ledger, id)],
  ['GET', '/events', listEvents],
  ['GET', '/events/:id', (ledger, _form, id) => findEvent(ledger, id)],
];

/** Runs a call and expands its response. */
export function run(act: Call, ledger: Ledger, form: Form, id: string): object {
  return expand(ledger, act(ledger, form, id), form);
}

function listSessions(ledger: Ledger, form: Form): object {
  const status = optionalText(form, 'status');
  const intent = optionalText(form, 'payment_intent');
  const subscription = optionalText(form, 'subscription');
  const sessions = ledger.sessions
    .all()
    .map(({ session }) => session)
    .filter((one) => !status || one.status === status)
    .filter((one) => !intent || one.payment_intent === intent)
    .filter((one) => !subscription || one.subscription === subscription);
  return paginate(sessions, form, '/v1/checkout/sessions');
}

function listIntents(ledger: Ledger, form: Form): object {
  const customer = optionalText(form, 'customer');
  const intents = ledger.intents.all().filter((one) => !customer || one.customer === customer);
  return paginate(intents, form, '/v1/payment_intents');
}

const METADATA_QUERY = /^metadata\['([^']+)'\]:'([^']*)'$/;

/** Supports only one clause, `metadata['key']:'value'`; the real search is up to a minute behind. */
function searchIntents(ledger: Ledger, form: Form): object {
  const [, key = '', value] = METADATA_QUERY.exec(requiredText(form, 'query')) ?? [];
  if (value === undefined)
    throw new StripeFailure("The stand-in only searches for metadata['key']:'value'.", { param: 'query' });
  const intents = ledger.intents.all().filter(({ metadata }) => metadata[key] === value);
  const limit = Math.min(optionalInteger(form, 'limit', '', 1) ?? 10, 100);
  const start = Number(optionalText(form, 'page') ?? 0);
  const data = intents.toReversed().slice(start, start + limit);
  const next = start + limit;
  const hasMore = next < intents.length;
  return {
    object: 'search_result',
    data,
    has_more: hasMore,
    next_page: hasMore ? String(next) : null,
    url: '/v1/payment_intents/search',
  };
}

function listRefunds(ledger: Ledger, form: Form): object {
  const intent = optionalText(form, 'payment_intent');
  const charge = optionalText(form, 'charge');
  const refunds = ledger.refunds
    .all()
    .filter((one) => !intent || one.payment_intent === intent)
    .filter((one) => !charge || one.charge === charge);
  return paginate(refunds, form, '/v1/refunds');
}

function listDisputes(ledger: Ledger, form: Form): object {
  const intent = optionalText(form, 'payment_intent');
  const disputes = ledger.disputes.all().filter((one) => !intent || one.payment_intent === intent);
  return paginate(disputes, form, '/v1/disputes');
}

function listEvents(ledger: Ledger, form: Form): object {
  const type = optionalText(form, 'type');
  const types = listOf(form.types);
  return paginate(
    ledger.events
      .all()
      .filter((event) => !type || event.type === type)
      .filter((event) => types.length === 0 || types.includes(event.type)),
    form,
    '/v1/events',
  );
}

function findEvent(ledger: Ledger, id: string): object {
  const event = ledger.events.get(id);
  if (!event) throw missing('event', id, 'id');
  return event;
}

/** A page of a list, newest first, with Stripe's cursors. */
function paginate<T extends { id: string; created: number }>(
  oldestFirst: T[],
  form: Form,
  url: string,
): object {
  const limit = Math.min(optionalInteger(form, 'limit', '', 1) ?? 10, 100);
  const after = optionalText(form, 'starting_after');
  const before = optionalText(form, 'ending_before');
  const entries = oldestFirst.toReversed().filter((entry) => isWithin(entry.created, form.created));
  const start = after ? entries.findIndex(({ id }) => id === after) + 1 : 0;
  const end = before
    ? Math.max(
        entries.findIndex(({ id }) => id === before),
        0,
      )
    : entries.length;
  const data = before ? entries.slice(Math.max(end - limit, 0), end) : entries.slice(start, start + limit);
  return { object: 'list', data, has_more: before ? end - limit > 0 : start + limit < entries.length, url };
}

/** `created` as a number, or as `{gt, gte, lt, lte}`. */
function isWithin(created: number, range: Form[string] | undefined): boolean {
  if (range === undefined || Array.isArray(range)) return true;
  if (typeof range === 'string') return created === Number(range);
  return (
    created > Number(range.gt ?? -Infinity) &&
    created >= Number(range.gte ?? -Infinity) &&
    created < Number(range.lt ?? Infinity) &&
    created <= Number(range.lte ?? Infinity)
  );
}
