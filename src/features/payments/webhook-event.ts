import { AppError } from '../../shared/errors.ts';
import { getOwn } from '../../shared/forms/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { isSessionId } from './session-id.ts';

/** The one object that an event is about. */
type NamedObject =
  | { kind: 'session' | 'subscription' | 'payment'; id: string }
  | { kind: 'dispute'; id: string };

export interface ProviderEvent {
  id: string;
  type: string;
  /** Null for an event that can change nothing here. */
  object: NamedObject | null;
}

type EventObject = Record<string, unknown>;

const eventIdPattern = /^evt_[\w-]{1,250}$/;
const typePattern = /^[a-z0-9_.]{1,100}$/;
const objectIdPattern = /^[A-Za-z0-9]+_[\w-]{1,250}$/;

const objectReaders: Record<string, (object: EventObject) => NamedObject | null> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readSession,
  'checkout.session.expired': readSession,
  'payment_intent.succeeded': readIntent,
  'charge.refunded': readPayment,
  'refund.created': readPayment,
  'refund.updated': readPayment,
  'refund.failed': readPayment,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'customer.subscription.updated': readSubscription,
  'customer.subscription.deleted': readSubscription,
  'invoice.paid': readInvoice,
  'invoice.payment_failed': readInvoice,
};

/** Events that can change a purchase or a booking, or are about a dispute. The provider lists at most 20 types a call. */
export const handledTypes = Object.keys(objectReaders);

/** @throws AppError `invalid`, with the missing or malformed part in `fields` */
export function parseEvent(input: unknown): ProviderEvent {
  const event = isRecord(input) ? input : {};
  const id = getOwn(event, 'id');
  const type = getOwn(event, 'type');
  const data = getOwn(event, 'data');
  const object = isRecord(data) ? getOwn(data, 'object') : undefined;
  if (typeof id !== 'string' || !eventIdPattern.test(id)) throw invalidEvent('id');
  if (typeof type !== 'string' || !typePattern.test(type)) throw invalidEvent('type');
  if (!isRecord(object)) throw invalidEvent('data.object');
  const readObject = Object.hasOwn(objectReaders, type) ? objectReaders[type] : undefined;
  return { id, type, object: readObject?.(object) ?? null };
}

/** @returns null for an event that names none, or is malformed */
export function readObjectId(event: unknown): string | null {
  try {
    return parseEvent(event).object?.id ?? null;
  } catch {
    return null;
  }
}

export const invalidEvent = (part: string, cause?: unknown): AppError =>
  new AppError('invalid', 'This is not an event of the card provider.', {
    fields: { [part]: 'Missing, or not of the expected form' },
    cause,
  });

function readSession(object: EventObject): NamedObject {
  const id = getOwn(object, 'id');
  if (typeof id !== 'string' || !isSessionId(id)) throw invalidEvent('data.object.id');
  return { kind: 'session', id };
}

function readSubscription(object: EventObject): NamedObject {
  return { kind: 'subscription', id: readOwnId(object) };
}

function readDispute(object: EventObject): NamedObject {
  return { kind: 'dispute', id: readOwnId(object) };
}

/** Reads the subscription of an invoice: ours have no others. API versions before 2025 name it at the top. */
function readInvoice(object: EventObject): NamedObject | null {
  const parent = getOwn(object, 'parent');
  const details = isRecord(parent) ? getOwn(parent, 'subscription_details') : undefined;
  const [holder, part] = isRecord(details) ? [details, 'data.object.parent'] : [object, 'data.object'];
  const id = readReference(getOwn(holder, 'subscription'), `${part}.subscription`);
  return id === null ? null : { kind: 'subscription', id };
}

function readOwnId(object: EventObject): string {
  const id = readReference(getOwn(object, 'id'), 'data.object.id');
  if (id === null) throw invalidEvent('data.object.id');
  return id;
}

function readIntent(object: EventObject): NamedObject {
  return { kind: 'payment', id: readOwnId(object) };
}

/** Payments of other kinds than ours have no payment intent. */
function readPayment(object: EventObject): NamedObject | null {
  const id = readReference(getOwn(object, 'payment_intent'), 'data.object.payment_intent');
  return id === null ? null : { kind: 'payment', id };
}

/** Reads the id of another object, which may be sent whole; null without one. */
function readReference(value: unknown, part: string): string | null {
  if (value === undefined || value === null) return null;
  const id = isRecord(value) ? getOwn(value, 'id') : value;
  if (typeof id !== 'string' || !objectIdPattern.test(id)) throw invalidEvent(part);
  return id;
}
