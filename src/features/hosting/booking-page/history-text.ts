import { formatDate } from '../../../shared/dates.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';

interface BookingEvent {
  event: string;
  actor: string;
  details: unknown;
}

type EventDetails = Record<string, unknown>;
type FormatAmount = (name: string) => string;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const disputeTitles: Record<string, string> = {
  won: 'Dispute won',
  lost: 'Dispute lost: the money went back to the guest',
  warning_closed: 'Dispute closed without money taken back',
  prevented: 'Dispute settled before money was taken back',
};

const titles: Record<string, (details: EventDetails, money: FormatAmount) => string> = {
  held: () => 'Nights held for payment',
  requested: () => 'Stay requested',
  approved: () => 'Request approved, payment link sent',
  declined: () => 'Request declined',
  paid: (_, money) => `Paid ${money('amount')}`,
  confirmed: () => 'Stay confirmed',
  expired: () => 'Time ran out, nights let go',
  released: () => 'Nights let go',
  moved: ({ to }) => movedTitle(to),
  cancelled: ({ refund }, money) =>
    refund === 0 ? 'Stay cancelled without a refund' : `Stay cancelled, refund of ${money('refund')}`,
  refund_ordered: (_, money) => `Refund of ${money('amount')} ordered`,
  refunded: (_, money) => `Refunded ${money('amount')}`,
  refund_failed: (_, money) => `Refund of ${money('amount')} failed`,
  payment_delayed: ({ refund }, money) =>
    `${refund ? 'Refund' : 'Charge'} of ${money('amount')} refused by the card provider, tried again`,
  disputed: ({ status }, money) => disputeTitles[text(status)] ?? `Guest’s bank disputes ${money('amount')}`,
  accepted: () => 'Offer accepted by the guest',
  other_dates_offered: () => 'Other dates offered to the guest',
  change_asked: () => 'Guest asked for a change',
  balance_requested: (_, money) => `Balance of ${money('amount')} asked for by mail`,
  balance_announced: () => 'Balance announced to the guest',
  balance_declined: (_, money) => `Card declined for the balance of ${money('amount')}`,
  access_code_set: () => 'Access code set',
  access_code_cleared: () => 'Access code cleared',
  arrival_details_sent: () => 'Guest told about the arrival',
  companion_added: () => 'Link made for a companion',
  companion_removed: () => 'Link of a companion ended',
  charged: ({ label }, money) => `Charged for ${text(label)}: ${money('amount')} before taxes`,
  charge_declined: ({ label }, money) => `Card declined for ${text(label)}, ${money('amount')}`,
  charge_voided: ({ label }) => `Charge taken back: ${text(label)}`,
  party_changed: ({ to }) => partyTitle(to),
  extra_ordered: ({ label, ordered }) =>
    `${isRecord(ordered) && ordered.status === 'asked' ? 'Asked for' : 'Ordered'}: ${text(label)}`,
  extra_approved: ({ label }) => `Approved: ${text(label)}`,
  extra_declined: ({ label }) => `Declined: ${text(label)}`,
  extra_withdrawn: ({ label }) => `Withdrawn: ${text(label)}`,
  guest_corrected: ({ fields }) => `Guest corrected: ${correctedFields(fields)}`,
  link_renewed: () => 'Link and addresses for answers renewed',
  message_sent: () => 'Message sent to the guest',
  message_received: () => 'Message from the guest',
};

function partyTitle(to: unknown): string {
  const { guests, pets } = isRecord(to) ? to : {};
  const animals = Number(pets) > 0 ? ` and ${pluralize(Number(pets), 'pet')}` : '';
  return `Party changed to ${pluralize(Number(guests), 'guest')}${animals}`;
}

const fieldNames: Record<string, string> = { name: 'name', email: 'e-mail address', phone: 'phone' };

const correctedFields = (fields: unknown): string =>
  (Array.isArray(fields) ? fields : []).map((field) => fieldNames[text(field)] ?? text(field)).join(', ');

function movedTitle(to: unknown): string {
  const { checkin, checkout } = isRecord(to) ? to : {};
  const dates = text(checkin) && text(checkout);
  return dates ? `Stay moved to ${formatDate(text(checkin))} – ${formatDate(text(checkout))}` : 'Stay moved';
}

/** The text of a booking's event with its note; for an event of a later release its name. */
export function historyText(
  { event, details }: BookingEvent,
  currency: string,
): { title: string; quote: string } {
  const values: EventDetails = isRecord(details) ? details : {};
  const money: FormatAmount = (name) => formatMoney(Number(values[name] ?? 0), currency);
  const title = Object.hasOwn(titles, event) ? titles[event]?.(values, money) : undefined;
  const name = event.replaceAll('_', ' ');
  return {
    title: title ?? name.charAt(0).toUpperCase() + name.slice(1),
    quote: text(values.text) || text(values.reason),
  };
}

const actors: Record<string, string> = {
  guest: 'the guest',
  system: 'the site',
  'card provider': 'the card provider',
};

export const actorText = (actor: string): string => actors[actor] ?? actor;
