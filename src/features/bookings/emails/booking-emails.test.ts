import { expect, test } from 'vitest';
import { bookingEmailData } from '../../../../test/booking-email-data.ts';
import { bookingEmails } from '../../../../test/emails.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { emailImageUrl } from '../../media/email-image.server.ts';
import { balanceUnpaidEmail } from './balance-emails.server.ts';
import { lineLabel } from './bill-blocks.server.ts';
import { extraApprovedEmail } from './extra-emails.server.ts';
import { bookingCancelledEmail, bookingConfirmedEmail } from './guest-emails.server.ts';
import { newBookingNotice } from './host-emails.server.ts';
import { bookingMovedEmail } from './moved-email.server.ts';

const textOf = ({ content }: MailMessage): string => toPlainText(content);
const emails = bookingEmails();
const withoutBooking = [
  'waitlist',
  'offer',
  'address changed',
  'hosts: unknown payment',
  'hosts: booked by two channels',
];
const ofBookings = Object.entries(emails).filter(([name]) => !withoutBooking.includes(name));

test.each(ofBookings)('%s names the code in subject and text, the home and the dates', (_, mail) => {
  expect(mail.subject).toContain('(7K3MQ2XA)');
  const text = textOf(mail);
  expect(text).toContain('Booking 7K3MQ2XA');
  expect(text).toContain('The Beachcomber');
  expect(text).toContain('July 9, 2027');
});

test.each(ofBookings)(
  '%s goes to one side, and its reply address is the other’s',
  (name, { to, replyTo }) => {
    const guest = 'ann@guests.example';
    const hosts = 'hosts@pcbbeachrentals.example';
    const [recipient, other] = name.startsWith('hosts') ? [hosts, guest] : [guest, hosts];
    expect([to.address, replyTo?.address]).toEqual([recipient, other]);
  },
);

test('the notice to a former address says nothing of the booking but that its address was changed', () => {
  const { to, ...mail } = emails['address changed'] as MailMessage;
  expect(to.address).toBe('bob@guests.example');
  expect(`${mail.subject} ${textOf(mail as MailMessage)}`).not.toMatch(
    /7K3MQ2XA|Beachcomber|July|Ann|\/trips\//,
  );
});

test('the hosts’ notice of a stay paid too late says nothing of what is still to pay: nothing was sold', () => {
  const notice = textOf(emails['hosts: paid too late'] as MailMessage);
  expect(notice).toContain('Paid: $339.36');
  expect(notice).not.toMatch(/Still to pay|Will be charged on|Due on/);
});

test('a confirmation names the weekdays of arrival and departure, by which families plan', () => {
  const text = textOf(bookingConfirmedEmail(bookingEmailData()));
  expect(text).toContain('Check-in: Fri, July 9, 2027, from 4 PM');
  expect(text).toContain('Check-out: Wed, July 14, 2027, until 10 AM');
});

test('a confirmation with only the address promises no later mail with it', () => {
  const { accessNotes: _, ...data } = bookingEmailData({ streetAddress: '17 Gulf Drive' });
  const text = textOf(bookingConfirmedEmail(data));
  expect(text).toContain('Address: 17 Gulf Drive');
  expect(text).not.toContain('We will send the address');
});

test('a mail about a move promises the mail with the address, unless it has the address itself', () => {
  const moved = {
    from: { propertyTitle: 'Gulf Breeze', checkin: '2027-07-02', checkout: '2027-07-06', total: 113_120 },
    due: 0,
    dueOn: null,
    hasCard: true,
    refund: 0,
  };
  const promise = 'We will send the address and how to get in 3 days before you arrive.';
  expect(textOf(bookingMovedEmail(bookingEmailData(), moved))).toContain(promise);
  const near = textOf(bookingMovedEmail(bookingEmailData({ streetAddress: '17 Gulf Drive' }), moved));
  expect(near).toContain('Address: 17 Gulf Drive');
  expect(near).not.toContain(promise);
});

test('a charge that is due alone is to pay now, and not charged with the balance', () => {
  const data = bookingEmailData({ due: 81_934, alone: 2_750 });
  const bill = textOf(bookingConfirmedEmail(data));
  expect(bill).toContain('To pay now: $27.50');
  expect(bill).toContain('Will be charged on June 9, 2027: $791.84');
  const undated = textOf(bookingConfirmedEmail({ ...data, dueOn: null }));
  expect(undated).toContain('Still to pay: $819.34');
  expect(undated).not.toContain('To pay now');
});

test('the hours with a full refund come first, and the terms stand without any step of the policy', () => {
  const text = (changes: Parameters<typeof bookingEmailData>[0]) =>
    textOf(bookingConfirmedEmail(bookingEmailData(changes)));
  const grace = 'Everything back: within 24 hours of booking, 7 days or more before check-in';
  const after = 'After that: cleaning and pet fees with their taxes go back';
  const all = text({ graceHours: 24 });
  expect(all.indexOf(grace)).toBeGreaterThan(all.indexOf('If you have to cancel'));
  expect(all.indexOf('Full refund: until')).toBeGreaterThan(all.indexOf(grace));
  expect(all).toContain(after);
  const late = text({ graceHours: 24, cancellation: [] });
  expect(late).toContain(grace);
  expect(late).toContain(after);
  const none = text({ cancellation: [] });
  expect(none).toContain('Rent is not refunded: cleaning and pet fees with their taxes go back');
  expect(none).not.toMatch(/After that|Everything back/);
});

const link = 'http://localhost:3000';
const bill = ['Cleaning: $150.00', 'State sales tax (Florida): $60.60', 'Total: $1,131.20'];
test.each<[string, string[]]>([
  [
    'held',
    [
      'until March 2, 2027, 12:36 PM CST',
      `Pay $339.36: ${link}/book/7K3MQ2XA?key=k3y`,
      ...bill,
      'To pay now: $339.36',
      'Will be charged on June 9, 2027: $791.84',
      'Full refund: until June 9, 2027, 4:00 PM CDT',
      '50% refund: until June 25, 2027, 4:00 PM CDT',
    ],
  ],
  ['confirmed', [...bill, 'Paid: $339.36', `Open my trip: ${link}/trips/7K3MQ2XA?key=k3y`, 'from 4 PM']],
  ['request received', ['by March 3, 2027, 12:04 PM CST', 'you pay nothing before that', ...bill]],
  ['request approved', [`Pay $339.36: ${link}/book/7K3MQ2XA?key=k3y`, ...bill]],
  ['request declined', ['Nothing was charged.', 'See other dates: ']],
  ['balance announced', ['On June 9, 2027 we charge $791.84', ...bill]],
  ['balance paid', ['$791.84 has arrived', 'Paid: $1,131.20']],
  ['balance refused', [`Pay $791.84: ${link}/book/7K3MQ2XA?key=k3y`, 'again on June 10, 2027']],
  ['arrival', ['Address: 17 Gulf Drive', 'Door code: 4711#\nWi-Fi', '(850) 555-0142']],
  ['cancelled', ['As you wished', 'We refund $339.36']],
  ['refunded', ['$50.00 is on its way']],
  ['held by phone', [`Pay $1,131.20: ${link}/book/7K3MQ2XA?key=k3y`, 'As we agreed', ...bill]],
  ['confirmed by phone', ['received $339.36 (Check 1042)', `Pay $791.84: ${link}/trips/`, ...bill]],
  [
    'moved',
    [
      'Before: Gulf Breeze, July 2, 2027 to July 6, 2027',
      'Now: The Beachcomber, July 9, 2027 to July 14, 2027',
      'Price before: $900.00',
      'Price now: $1,131.20',
      'Difference: +$231.20',
      'Pay $791.84: http',
    ],
  ],
  ['paid too late', ['We are sorry', 'all of it, $339.36', '(850) 555-0142']],
  ['hosts: refund failed', ['$339.36 did not reach Ann Example', 'expired card']],
  ['hosts: disputed', ['Disputed amount: $339.36', 'product not received', 'Answer before: March 3, 2027']],
  ['hosts: new booking', ['Ann Example booked', 'paid $339.36', '(334) 555-0199', ...bill]],
  ['hosts: request', ['Approve or decline by March 3, 2027, 12:04 PM CST']],
  ['hosts: cancellation', ['$339.36 goes back']],
  ['hosts: balance refused', ['declined for $791.84', 'get in touch']],
  ['hosts: paid too late', ['All of it is being refunded']],
  ['waitlist', ['Book these nights: ', `No longer wanted? ${link}/notify/leave?token=t0ken`, ...bill]],
  ['offer', [`See the offer and book: ${link}/offers/t0ken`, 'so do we hold the nights', ...bill]],
])('%s says what it is for', (name, parts) => {
  const mail = emails[name];
  expect(mail).toBeDefined();
  if (mail) for (const part of parts) expect(textOf(mail)).toContain(part);
});

test('address and access are in no mail before they are due', () => {
  const due = ['arrival', 'guest corrected'];
  for (const [name, mail] of Object.entries(emails))
    if (!due.includes(name)) expect(textOf(mail)).not.toMatch(/4711|17 Gulf Drive/);
  const late = bookingEmailData({ streetAddress: '17 Gulf Drive', accessNotes: 'Door code: 4711#' });
  const text = textOf(bookingConfirmedEmail(late));
  expect(text).toContain('Address: 17 Gulf Drive');
  expect(text).toContain('Door code: 4711#');
  expect(text).not.toContain('3 days before');
});

test('the confirmation carries calendar and receipt, the paid balance the new receipt', () => {
  const names = (mail?: MailMessage) => mail?.attachments?.map(({ filename }) => filename);
  expect(names(emails.confirmed)).toEqual(['stay.ics', 'receipt.pdf']);
  expect(names(emails['balance paid'])).toEqual(['receipt.pdf']);
});

test('a mail to an address that anybody may have typed repeats no name that is none', () => {
  for (const guestName of ['Win $500 at evil.example', 'Ann\r\nBcc: eve@evil.example', '<b>Ann</b>']) {
    for (const [name, mail] of Object.entries(bookingEmails({ guestName }))) {
      if (name.startsWith('hosts')) continue;
      expect(`${mail.to.name}${mail.subject}${textOf(mail)}`).not.toContain(guestName);
      expect(mail.to.name).toBe('');
    }
  }
  expect(textOf(emails.held as MailMessage)).toContain('Hello Ann Example,');
});

test('hosts who cancel apologise, and a refund of nothing is said as such', () => {
  const mail = bookingCancelledEmail(bookingEmailData(), { refund: 0, by: 'hosts', reason: 'A pipe burst.' });
  for (const part of ['We are sorry', 'A pipe burst.', 'nothing is refunded'])
    expect(textOf(mail)).toContain(part);
  // The hosts decided it, not the terms.
  expect(textOf(mail)).not.toContain('terms you agreed to');
  const own = bookingCancelledEmail(bookingEmailData(), { refund: 0, by: 'guest' });
  expect(textOf(own)).toContain('Under the terms you agreed to, nothing is refunded.');
});

test('after the last attempt no other one is promised', () => {
  const mail = balanceUnpaidEmail(bookingEmailData(), { amount: 1, payUrl: link, nextAttemptOn: null });
  expect(textOf(mail)).toContain('We do not try the stored card again.');
});

test('a tax names its jurisdiction once', () => {
  const tax = { kind: 'tax', label: 'Sales tax', jurisdiction: 'Florida', amount: 1 } as const;
  expect(lineLabel(tax)).toBe('Sales tax (Florida)');
  expect(lineLabel({ ...tax, label: 'Florida sales tax' })).toBe('Florida sales tax');
});

test('a mail shows the JPEG that is sharp at 600 pixels and no larger than it must be', () => {
  const image = { src: '/media/a1/1800.jpg', alt: '', width: 1800, height: 1200, blur: '' };
  const at = (widths: number[]) => emailImageUrl({ ...image, widths }, link);
  expect(at([480, 960, 1280, 1800])).toBe(`${link}/media/a1/1280.jpg`);
  expect(at([480, 960])).toBe(`${link}/media/a1/960.jpg`);
});

test('a stay that costs nothing is confirmed without a payment', () => {
  const free = bookingEmailData({ lines: [], total: 0, paid: 0, due: 0, dueOn: null, payments: [] });
  const text = textOf(bookingConfirmedEmail(free));
  expect(text).toContain('see you at the beach! The Beachcomber is yours. Your receipt');
  expect(text).not.toContain('payment');
  expect(textOf(newBookingNotice(free))).toContain(
    'Ann Example booked The Beachcomber. The nights are closed.',
  );
});

test('an approved extra without a day to pay names what is still to pay, or that nothing is', () => {
  const extra = { label: 'Crib', quantity: 1, amount_cents: 1_500, status: 'open' };
  const text = (due: number) =>
    textOf(extraApprovedEmail(bookingEmailData({ due, dueOn: null }), extra, { due: 0, dueOn: null }));
  expect(text(42_000)).toContain('what is still to pay for your stay is in the bill below');
  expect(text(42_000)).toContain('Still to pay: $420.00');
  expect(text(0)).toContain('There is nothing to pay now.');
});
