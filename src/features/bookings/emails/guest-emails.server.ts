import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { chargeable } from '../pricing/min-charge.ts';
import { accessEndsAt } from '../record/access.server.ts';
import { billBlocks, cancellationBlocks } from './bill-blocks.server.ts';
import { guestEmail, stayBlock, stayDates, tripButton, withCode } from './booking-email.server.ts';
import { type BookingEmailData, hasAccess } from './email-data.ts';

/** A payment page that waits, and until when the nights are kept for it. */
interface OpenPayment {
  /** The URL of the hold's own page, which opens the payment page. */
  payUrl: string;
  holdExpiresAt: string;
  dueNow: number;
  /** Whether the hosts agreed the stay with the guest by phone. */
  byPhone?: boolean;
}

/** The nights are held until they are paid. */
export const bookingHoldEmail = (data: BookingEmailData, payment: OpenPayment): MailMessage =>
  guestEmail(data, {
    subject: `Your nights are held: ${data.propertyTitle}`,
    title: 'Your nights are held',
    blocks: [
      `${payment.byPhone ? 'As we agreed, we' : 'We'} hold ${data.propertyTitle} for you until ${formatDateTime(payment.holdExpiresAt)}. ${isToPay(payment) ? 'Pay' : 'There is nothing to pay: confirm it'} before then, and the stay is yours.${payment.byPhone ? '' : ' Closed the page? This link brings you back to it.'}`,
      ...payNow(data, payment),
      stayBlock(data),
      ...billBlocks(data, payment.dueNow),
      ...cancellationBlocks(data),
    ],
  });

const isToPay = ({ dueNow }: Pick<OpenPayment, 'dueNow'>): boolean => chargeable(dueNow) > 0;

/** An amount below the card's minimum is not requested: the link confirms the stay. */
const payNow = ({ currency }: BookingEmailData, { payUrl, dueNow }: OpenPayment): EmailBlock[] => [
  {
    kind: 'button',
    label: isToPay({ dueNow }) ? `Pay ${formatMoney(dueNow, currency)}` : 'Confirm my stay',
    url: payUrl,
  },
];

/** What a mail about a confirmed stay says until the access is due. */
export const accessLater = 'We will send the address and how to get in 3 days before you arrive.';

/** The stay is certain, and paid unless it costs nothing; with its calendar file and receipt. */
export const bookingConfirmedEmail = (data: BookingEmailData): MailMessage => ({
  ...guestEmail(data, {
    subject: `Confirmed: ${data.propertyTitle}, ${stayDates(data)}`,
    title: 'Your stay is confirmed',
    blocks: [
      `Thank you, and see you at the beach! ${data.paid > 0 ? 'Your payment has arrived, and ' : ''}${data.propertyTitle} is yours. Your receipt and a file for your calendar are attached.`,
      stayBlock(data),
      tripButton(data),
      hasAccess(data)
        ? 'Your trip’s page has the address and how to get in until the end of your stay.'
        : accessLater,
      ...accessBlocks(data),
      ...billBlocks(data),
      ...cancellationBlocks(data),
    ],
  }),
  attachments: [
    { filename: 'stay.ics', data },
    { filename: 'receipt.pdf', data },
  ],
});

const companionsEnded =
  'The links for those who come with you have ended, too. You can make new ones on the page of your trip.';

/** Mails a new link in place of the former ones, which have ended. `tripUrl` is the new one. */
export const linkRenewedEmail = (
  data: BookingEmailData,
  { areCompanionsEnded }: { areCompanionsEnded: boolean },
): MailMessage =>
  guestEmail(data, {
    subject: `A new link to your stay: ${data.propertyTitle}`,
    title: 'Your booking has a new link',
    blocks: [
      'We have renewed the link to your booking. The links in our earlier mails no longer open it, and a browser that opened one has to follow this one. Your stay is unchanged. Please answer this mail rather than an earlier one.',
      ...(areCompanionsEnded ? [companionsEnded] : []),
      tripButton(data, 'Open my booking'),
      stayBlock(data),
    ],
  });

/** The hosts must approve the stay first. `expiresAt` is ISO 8601. */
export const requestReceivedEmail = (
  data: BookingEmailData,
  { expiresAt }: { expiresAt: string },
): MailMessage =>
  guestEmail(data, {
    subject: `We have your request: ${data.propertyTitle}`,
    title: 'We have your request',
    blocks: [
      `Your nights are kept for you while we look at your request. You will hear from us by ${formatDateTime(expiresAt)}, and you pay nothing before that. Please open your trip once: it shows us that this address is yours.`,
      stayBlock(data),
      tripButton(data),
      ...billBlocks(data),
      ...cancellationBlocks(data),
    ],
  });

export const requestApprovedEmail = (data: BookingEmailData, payment: OpenPayment): MailMessage =>
  guestEmail(data, {
    subject: `Approved: ${data.propertyTitle}, ${stayDates(data)}`,
    title: 'Your request is approved',
    blocks: [
      `Good news: ${data.propertyTitle} is yours once ${isToPay(payment) ? 'it is paid' : 'you confirm it; there is nothing to pay'}. We hold the nights until ${formatDateTime(payment.holdExpiresAt)}.`,
      ...payNow(data, payment),
      stayBlock(data),
      ...billBlocks(data, payment.dueNow),
      ...cancellationBlocks(data),
    ],
  });

/** `bookUrl` leads to other dates. */
export const requestDeclinedEmail = (
  data: BookingEmailData,
  { reason, bookUrl }: { reason: string; bookUrl: string },
): MailMessage =>
  guestEmail(data, {
    subject: `We cannot host these dates: ${data.propertyTitle}`,
    title: 'We cannot host you on these dates',
    blocks: [
      `We are sorry: we cannot take your request for ${data.propertyTitle}, ${stayDates(data)}. Nothing was charged.`,
      ...reasonBlocks(reason),
      { kind: 'button', label: 'See other dates', url: bookUrl },
    ],
  });

const reasonBlocks = (reason: string): EmailBlock[] => (reason ? [{ kind: 'quote', text: reason }] : []);

type ArrivalFacts = Pick<BookingEmailData, 'checkin' | 'propertyTitle'>;

const arrivalTitle = ({ checkin, propertyTitle }: ArrivalFacts): string =>
  `Your arrival on ${formatDate(checkin)}: ${propertyTitle}`;

/** The subject that the guest reads, and hosts in the list of mails to come. */
export const arrivalSubject = (data: ArrivalFacts & Pick<BookingEmailData, 'code'>): string =>
  withCode(arrivalTitle(data), data.code);

/** Mails the address and how to get in, three days before arrival. */
export const arrivalEmail = (data: BookingEmailData): MailMessage => ({
  ...guestEmail(data, {
    subject: arrivalTitle(data),
    title: 'Almost there',
    blocks: [
      `Your stay begins on ${formatDate(data.checkin)}. Here is all you need to get in. Please keep it to yourselves.`,
      ...accessBlocks(data),
      tripButton(data),
      { kind: 'link', text: 'How the home works:', label: 'Open the guide to the home', url: data.guideUrl },
      stayBlock(data),
      `Anything not as it should be? Call us at ${data.business.phone}, at any hour.`,
    ],
  }),
  expiresAt: accessEndsAt(data.checkout),
  isAboutAccess: true,
});

/** A mail that waits in the queue until its stay no longer shows them is delivered without them. */
export function accessBlocks({
  streetAddress,
  accessNotes,
  wifi,
  checkout,
}: Pick<BookingEmailData, 'streetAddress' | 'accessNotes' | 'wifi' | 'checkout'>): EmailBlock[] {
  const blocks: EmailBlock[] = [];
  const until = accessEndsAt(checkout).toISOString();
  if (streetAddress) blocks.push({ kind: 'facts', rows: [['Address', streetAddress]], until });
  if (accessNotes)
    blocks.push({ kind: 'heading', text: 'Getting in', until }, { kind: 'quote', text: accessNotes, until });
  if (wifi)
    blocks.push({
      kind: 'facts',
      rows: [
        ['Wi-Fi', wifi.name],
        ['Password', wifi.password || 'None: the network is open'],
      ],
      until,
    });
  return blocks;
}

interface Cancelled {
  /** The refund in minor units. */
  refund: number;
  /** The refund that depends on the bank's decision about a disputed payment, in minor units. */
  putOff?: number;
  by: 'guest' | 'hosts';
  reason?: string;
  /** Whether all of it goes to the guest's card; else a part of the stay was paid elsewhere. */
  isToCard?: boolean;
}

/** Confirms a cancellation, with a file that removes the stay from the guest's calendar. */
export const bookingCancelledEmail = (
  data: BookingEmailData,
  { refund, putOff = 0, by, reason = '', isToCard = true }: Cancelled,
): MailMessage => ({
  ...guestEmail(data, {
    subject: `Cancelled: ${data.propertyTitle}, ${stayDates(data)}`,
    title: 'Your stay is cancelled',
    blocks: [
      by === 'guest'
        ? `As you wished, your stay in ${data.propertyTitle} is cancelled.`
        : `We are sorry: we had to cancel your stay in ${data.propertyTitle}.`,
      ...reasonBlocks(reason),
      ...refundBlocks(data, { refund, putOff, by, isToCard }),
      tripButton(data),
      stayBlock(data),
    ],
  }),
  attachments: [{ filename: 'stay.ics', data: { ...data, isCancelled: true } }],
});

function refundBlocks(
  { currency }: BookingEmailData,
  { refund, putOff = 0, by, isToCard = true }: Omit<Cancelled, 'reason'>,
): string[] {
  const blocks: string[] = [];
  if (refund > 0) blocks.push(refundText(formatMoney(refund, currency), isToCard));
  if (putOff > 0)
    blocks.push(
      `Your bank is deciding on a payment. If it leaves the payment with us, we refund ${formatMoney(putOff, currency)} then.`,
    );
  if (blocks.length > 0) return blocks;
  return by === 'guest'
    ? ['Under the terms you agreed to, nothing is refunded.']
    : ['For this stay nothing is refunded.'];
}

const refundText = (money: string, isToCard: boolean): string =>
  isToCard
    ? `We refund ${money} to the card you paid with. Banks take 5 to 10 days to show it.`
    : `We refund ${money} in the way in which you paid. Banks take 5 to 10 days to show it on a card.`;

const refundMethods = {
  card: (money: string) =>
    `${money} is on its way back to the card you paid with. Banks take 5 to 10 days to show it.`,
  as_paid: (money: string) => `We give ${money} back in the way in which you paid.`,
  otherwise: (money: string) => `We paid ${money} back to you, in another way than by your card.`,
};

export const refundedEmail = (
  data: BookingEmailData,
  { amount, reason, method }: { amount: number; reason: string; method: keyof typeof refundMethods },
): MailMessage =>
  guestEmail(data, {
    subject: `Refunded: ${formatMoney(amount, data.currency)}`,
    title: `We refunded ${formatMoney(amount, data.currency)}`,
    blocks: [
      refundMethods[method](formatMoney(amount, data.currency)),
      ...reasonBlocks(reason),
      tripButton(data),
      stayBlock(data),
    ],
  });

/** A bank completed a payment after its guest had released the nights, or cancelled the stay. */
export const paidAfterCancelEmail = (
  data: BookingEmailData,
  { amount, refund }: { amount: number; refund: number },
): MailMessage => {
  const [paid, back] = [formatMoney(amount, data.currency), formatMoney(refund, data.currency)];
  return guestEmail(data, {
    subject: `Your payment of ${paid} arrived after you cancelled`,
    title: 'Your payment arrived after you cancelled',
    blocks: [
      refund === amount
        ? `Your bank has now sent us ${paid} for a stay that you cancelled before. We refund all of it in the way in which you paid; banks take 5 to 10 days to show it.`
        : `Your bank has now sent us ${paid} for a stay that you cancelled before. Under the terms you agreed to, ${refund > 0 ? `we refund ${back} of it; banks take 5 to 10 days to show it` : 'nothing of it is refunded'}.`,
      tripButton(data),
      stayBlock(data),
    ],
  });
};
