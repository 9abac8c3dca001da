import type {
  BillRow,
  EmailBlock,
  EmailContact,
  LabeledValue,
} from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime } from '../../listings/property-detail.ts';

/** One line of a stay's bill, in minor units; what is taken off is negative. */
export interface BookingLine {
  kind: 'rent' | 'discount' | 'promo' | 'fee' | 'tax';
  label: string;
  jurisdiction?: string;
  amount: number;
}

/** A charge or refund that happened, in minor units, both positive. */
interface BookingPayment {
  kind: 'charge' | 'refund';
  amount: number;
  at: string;
}

/** What the price of a stay is told from. Money in minor units, dates `YYYY-MM-DD`. */
export interface StayEmailData {
  propertyTitle: string;
  /** The absolute address of a JPEG of ours, about 1200 pixels wide; `null`: no image. */
  imageUrl: string | null;
  checkin: string;
  checkout: string;
  /** Clock times at the home, such as `16:00`. */
  checkInFrom: string;
  checkOutUntil: string;
  guests: number;
  pets: number;
  lines: BookingLine[];
  total: number;
  currency: string;
  business: EmailContact;
  siteUrl: string;
}

/** What every mail about a booking is written from, and its receipt and calendar file. */
export interface BookingEmailData extends StayEmailData {
  code: string;
  guestName: string;
  guestEmail: string;
  guestPhone: string;
  /** Charges less refunds, so far. */
  paid: number;
  /** What is still open. */
  due: number;
  /** The day on which `due` is charged to the stored card; `null`: no day is set. */
  dueOn: string | null;
  plan: 'full' | 'deposit';
  /** From most to least; `until` is ISO 8601. */
  cancellation: { until: string; refundPercent: number }[];
  payments: BookingPayment[];
  /** The guest's page, with the key that opens it. */
  tripUrl: string;
  hostsEmail: string;
  adminUrl: string;
  /** Only once they are due (3 days before arrival). */
  streetAddress?: string;
  accessNotes?: string;
}

const nightsBetween = (checkin: string, checkout: string): number =>
  Temporal.PlainDate.from(checkin).until(checkout).days;

export const stayFacts = (stay: StayEmailData): LabeledValue[] => [
  ['Home', stay.propertyTitle],
  ['Check-in', `${formatDate(stay.checkin)}, from ${formatTime(stay.checkInFrom)}`],
  ['Check-out', `${formatDate(stay.checkout)}, until ${formatTime(stay.checkOutUntil)}`],
  ['Nights', String(nightsBetween(stay.checkin, stay.checkout))],
  ['Guests', [stay.guests, stay.pets > 0 && pluralize(stay.pets, 'pet')].filter(Boolean).join(' and ')],
];

/** `July 9, 2027 to July 14, 2027`. */
export const stayDates = ({ checkin, checkout }: Pick<StayEmailData, 'checkin' | 'checkout'>): string =>
  `${formatDate(checkin)} to ${formatDate(checkout)}`;

export const lineLabel = ({ label, jurisdiction }: BookingLine): string =>
  jurisdiction && !label.includes(jurisdiction) ? `${label} (${jurisdiction})` : label;

const billRows = ({ lines, total, currency }: StayEmailData): BillRow[] => [
  ...lines.map((line) => ({ label: lineLabel(line), amount: formatMoney(line.amount, currency) })),
  { label: 'Total', amount: formatMoney(total, currency), isTotal: true },
];

function paymentRows({ paid, due, dueOn, currency }: BookingEmailData, dueNow: number): BillRow[] {
  const rows: [string, number][] = [
    ['Paid', paid],
    ['To pay now', dueNow],
    [dueOn ? `Charged on ${formatDate(dueOn)}` : 'Still to pay', due - dueNow],
  ];
  return rows
    .filter(([, amount]) => amount > 0)
    .map(([label, amount]) => ({ label, amount: formatMoney(amount, currency) }));
}

export const quoteBlocks = (stay: StayEmailData): EmailBlock[] => [
  { kind: 'heading', text: 'How this adds up' },
  { kind: 'bill', rows: billRows(stay) },
];

/** The lines of a booking, and what of them is paid; `dueNow` is the part of `due` that this mail asks for. */
export const billBlocks = (data: BookingEmailData, dueNow = 0): EmailBlock[] => [
  { kind: 'heading', text: 'How this adds up' },
  { kind: 'bill', rows: [...billRows(data), ...paymentRows(data, dueNow)] },
];

export function cancellationBlocks({ cancellation }: BookingEmailData): EmailBlock[] {
  if (cancellation.length === 0) return [];
  const rows = cancellation.map(
    ({ until, refundPercent }): LabeledValue => [
      refundPercent === 100 ? 'Full refund' : `${refundPercent}% refund`,
      `until ${formatDateTime(until)}`,
    ],
  );
  return [
    { kind: 'heading', text: 'If you have to cancel' },
    { kind: 'facts', rows: [...rows, ['After that', 'cleaning and pet fees only']] },
  ];
}

const greeting = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,');

export interface BookingEmailText {
  subject: string;
  title: string;
  blocks: EmailBlock[];
}

/** A mail to the guest; their answer goes to the hosts. */
export const guestEmail = (
  data: BookingEmailData,
  { subject, title, blocks }: BookingEmailText,
): MailMessage => ({
  to: {
    name: greetingName(data.guestName) ?? '',
    address: data.guestEmail,
  },
  replyTo: { name: data.business.name, address: data.hostsEmail },
  subject: `${subject} (${data.code})`,
  content: {
    ...stayFrame(data),
    title,
    kicker: `Booking ${data.code}`,
    preview: `${data.propertyTitle}, ${stayDates(data)}`,
    blocks: [greeting(greetingName(data.guestName)), ...blocks],
    reason: `You get this mail because a stay was booked with this address at ${data.business.name}. If it was not you, please answer it.`,
  },
});

/** A mail to the hosts; their answer goes to the guest. */
export const hostsEmail = (
  data: BookingEmailData,
  { subject, title, blocks }: BookingEmailText,
): MailMessage => ({
  to: { name: data.business.name, address: data.hostsEmail },
  ...(canonicalEmail(data.guestEmail) ? { replyTo: { name: data.guestName, address: data.guestEmail } } : {}),
  subject: `${subject}: ${data.propertyTitle}, ${stayDates(data)} (${data.code})`,
  content: {
    title,
    kicker: `Booking ${data.code}`,
    image: stayFrame(data).image,
    blocks: [
      ...blocks,
      { kind: 'button', label: 'Open the booking', url: data.adminUrl },
      { kind: 'facts', rows: [...guestFacts(data), ...stayFacts(data)] },
      ...billBlocks(data),
    ],
  },
});

/** The home's image, and who writes. */
export const stayFrame = ({ propertyTitle, imageUrl, business, siteUrl }: StayEmailData) => ({
  image: imageUrl ? { url: imageUrl, alt: propertyTitle } : undefined,
  contact: business,
  siteUrl,
});

const guestFacts = ({ guestName, guestEmail, guestPhone }: BookingEmailData): LabeledValue[] => [
  ['Guest', guestName],
  ['E-mail', guestEmail],
  ['Phone', guestPhone || '(not given)'],
];

export const stayBlock = (data: BookingEmailData): EmailBlock => ({ kind: 'facts', rows: stayFacts(data) });

export const tripButton = ({ tripUrl }: BookingEmailData, label = 'Open my trip'): EmailBlock => ({
  kind: 'button',
  label,
  url: tripUrl,
});
