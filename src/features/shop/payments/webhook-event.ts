import { AppError } from '../../../shared/errors.ts';
import { getOwn } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSessionId } from '../purchases/purchase.ts';

/** The object of the card provider's that an event is about. */
export interface EventSubject {
  kind: 'session' | 'subscription' | 'payment' | 'dispute';
  id: string;
}

/** An event as far as it is believed: it names what to look at. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Null for an event that can change nothing here. */
  subject: EventSubject | null;
}

type EventObject = Record<string, unknown>;

const eventIdForm = /^evt_[\w-]{1,250}$/;
const typeForm = /^[a-z0-9_.]{1,100}$/;
const objectIdForm = /^[A-Za-z0-9]+_[\w-]{1,250}$/;

/** How each followed type says what it is about. */
const subjectReaders: Record<string, (object: EventObject) => EventSubject | null> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readSession,
  'checkout.session.expired': readSession,
  'charge.refunded': readPayment,
  'refund.created': readPayment,
  'refund.updated': readPayment,
  'refund.failed': readPayment,
  'charge.dispute.created': readDispute,
  'charge.dispute.closed': readDispute,
  'customer.subscription.updated': readSubscription,
  'customer.subscription.deleted': readSubscription,
  'invoice.paid': readInvoice,
  'invoice.payment_failed': readInvoice,
};

/** The events that can change a purchase, or that the hosts must hear of. The provider lists at most 20 types a call. */
export const handledTypes = Object.keys(subjectReaders);

/**
 * Reads an event whose signature was checked.
 * @throws AppError `invalid`, with the part that is missing or of another form in `fields`
 */
export function parseEvent(input: unknown): ProviderEvent {
  const event = isRecord(input) ? input : {};
  const id = getOwn(event, 'id');
  const type = getOwn(event, 'type');
  const data = getOwn(event, 'data');
  const object = isRecord(data) ? getOwn(data, 'object') : undefined;
  if (typeof id !== 'string' || !eventIdForm.test(id)) throw notAnEvent('id');
  if (typeof type !== 'string' || !typeForm.test(type)) throw notAnEvent('type');
  if (!isRecord(object)) throw notAnEvent('data.object');
  const readSubject = Object.hasOwn(subjectReaders, type) ? subjectReaders[type] : undefined;
  return { id, type, subject: readSubject?.(object) ?? null };
}

/** The refusal of what the provider never sends. */
export const notAnEvent = (part: string, cause?: unknown): AppError =>
  new AppError('invalid', 'This is not an event of the card provider.', {
    fields: { [part]: 'Missing, or not of the expected form' },
    cause,
  });

function readSession(object: EventObject): EventSubject {
  const id = getOwn(object, 'id');
  if (typeof id !== 'string' || !isSessionId(id)) throw notAnEvent('data.object.id');
  return { kind: 'session', id };
}

function readSubscription(object: EventObject): EventSubject {
  return { kind: 'subscription', id: readOwnId(object) };
}

function readDispute(object: EventObject): EventSubject {
  return { kind: 'dispute', id: readOwnId(object) };
}

/** Invoices of anything but subscriptions are none of ours. Endpoints older than 2025 name the subscription at the top. */
function readInvoice(object: EventObject): EventSubject | null {
  const parent = getOwn(object, 'parent');
  const details = isRecord(parent) ? getOwn(parent, 'subscription_details') : undefined;
  const [holder, part] = isRecord(details) ? [details, 'data.object.parent'] : [object, 'data.object'];
  const id = readReference(getOwn(holder, 'subscription'), `${part}.subscription`);
  return id === null ? null : { kind: 'subscription', id };
}

function readOwnId(object: EventObject): string {
  const id = readReference(getOwn(object, 'id'), 'data.object.id');
  if (id === null) throw notAnEvent('data.object.id');
  return id;
}

/** Payments of other kinds than ours have no payment intent. */
function readPayment(object: EventObject): EventSubject | null {
  const id = readReference(getOwn(object, 'payment_intent'), 'data.object.payment_intent');
  return id === null ? null : { kind: 'payment', id };
}

/** The id of another object, which may have been sent whole; null where there is none. */
function readReference(value: unknown, part: string): string | null {
  if (value === undefined || value === null) return null;
  const id = isRecord(value) ? getOwn(value, 'id') : value;
  if (typeof id !== 'string' || !objectIdForm.test(id)) throw notAnEvent(part);
  return id;
}
