import { expect, test } from 'vitest';
import { actorText, historyText } from './history-text.ts';

const title = (event: string, details: unknown = {}) =>
  historyText({ event, actor: 'system', details }, 'usd').title;

test.each([
  ['paid', { amount: 113_120 }, 'Paid $1,131.20'],
  ['cancelled', { refund: 0 }, 'Stay cancelled without a refund'],
  ['cancelled', { refund: 5_000 }, 'Stay cancelled, refund of $50.00'],
  ['refund_failed', { amount: 5_000 }, 'Refund of $50.00 failed'],
  ['disputed', { status: 'needs_response', amount: 5_000 }, 'Guest’s bank disputes $50.00'],
  ['disputed', { status: 'won' }, 'Dispute won'],
  [
    'moved',
    { to: { checkin: '2027-07-09', checkout: '2027-07-14' } },
    'Stay moved to July 9, 2027 – July 14, 2027',
  ],
  ['moved', {}, 'Stay moved'],
  ['approved', {}, 'Request approved, payment link sent'],
  ['accepted', {}, 'Offer accepted by the guest'],
  ['other_dates_offered', {}, 'Other dates offered to the guest'],
  ['change_asked', {}, 'Guest asked for a change'],
  ['balance_requested', { amount: 42_000 }, 'Balance of $420.00 asked for by mail'],
  ['balance_announced', {}, 'Balance announced to the guest'],
  ['balance_declined', { amount: 42_000 }, 'Card declined for the balance of $420.00'],
  ['refund_ordered', { amount: 5_000 }, 'Refund of $50.00 ordered'],
  ['refunded', { amount: 5_000 }, 'Refunded $50.00'],
  ['disputed', { status: 'lost' }, 'Dispute lost: the money went back to the guest'],
  ['disputed', { status: 'warning_closed' }, 'Dispute closed without money taken back'],
  ['disputed', { status: 'prevented' }, 'Dispute settled before money was taken back'],
  ['held', {}, 'Nights held for payment'],
  ['requested', {}, 'Stay requested'],
  ['confirmed', {}, 'Stay confirmed'],
  ['expired', {}, 'Time ran out, nights let go'],
  ['released', {}, 'Nights let go'],
  ['message_sent', {}, 'Message sent to the guest'],
  ['message_received', {}, 'Message from the guest'],
])('the event %s with %j has a text', (event, details, expected) => {
  expect(title(event, details)).toBe(expected);
});

test('an event of a later release shows by its name, and broken details do not break the page', () => {
  expect(title('guest_checked_in')).toBe('Guest checked in');
  expect(title('toString')).toBe('ToString');
  expect(title('paid', null)).toBe('Paid $0.00');
});

test('a message or a reason is quoted, and every actor has a name', () => {
  const entry = { actor: 'host@example.com', details: { text: 'Hello', reason: '' } };
  expect(historyText({ event: 'message_sent', ...entry }, 'usd').quote).toBe('Hello');
  const declined = { event: 'declined', actor: 'x', details: { reason: 'Painters' } };
  expect(historyText(declined, 'usd').quote).toBe('Painters');
  expect(['system', 'guest', 'host@example.com'].map(actorText)).toEqual([
    'the site',
    'the guest',
    'host@example.com',
  ]);
});
