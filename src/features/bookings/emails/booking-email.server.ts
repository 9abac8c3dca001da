import type { EmailBlock, LabeledValue } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate, formatWeekdayDate } from '../../../shared/dates.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime } from '../../listings/property-detail.ts';
import { billBlocks } from './bill-blocks.server.ts';
import type { BookingEmailData, StayEmailData } from './email-data.ts';

const nightsBetween = (checkin: string, checkout: string): number =>
  Temporal.PlainDate.from(checkin).until(checkout).days;

export const stayFacts = (stay: StayEmailData): LabeledValue[] => [
  ['Home', stay.propertyTitle],
  ['Check-in', `${formatWeekdayDate(stay.checkin)}, from ${formatTime(stay.checkInFrom)}`],
  ['Check-out', `${formatWeekdayDate(stay.checkout)}, until ${formatTime(stay.checkOutUntil)}`],
  ['Nights', String(nightsBetween(stay.checkin, stay.checkout))],
  ['Guests', [stay.guests, stay.pets > 0 && pluralize(stay.pets, 'pet')].filter(Boolean).join(' and ')],
];

/** `July 9, 2027 to July 14, 2027`. */
export const stayDates = ({ checkin, checkout }: Pick<StayEmailData, 'checkin' | 'checkout'>): string =>
  `${formatDate(checkin)} to ${formatDate(checkout)}`;

const greeting = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,');

export interface BookingEmailText {
  subject: string;
  title: string;
  blocks: EmailBlock[];
}

/** A subject by which mails about a booking are found. */
export const withCode = (subject: string, code: string): string => `${subject} (${code})`;

/** A mail to the guest, whose reply goes to the hosts. */
export const guestEmail = (
  data: BookingEmailData,
  { subject, title, blocks }: BookingEmailText,
): MailMessage => ({
  to: {
    name: greetingName(data.guestName) ?? '',
    address: data.guestEmail,
  },
  replyTo: { name: data.business.name, address: data.hostsEmail },
  subject: withCode(subject, data.code),
  content: {
    ...stayFrame(data),
    title,
    kicker: `Booking ${data.code}`,
    preview: `${data.propertyTitle}, ${stayDates(data)}`,
    blocks: [greeting(greetingName(data.guestName)), ...blocks],
    reason: `You get this mail because a stay was booked with this address at ${data.business.name}. If it was not you, please answer it.`,
  },
});

/** A mail to the hosts, whose reply goes to the guest. */
export const hostsEmail = (
  data: BookingEmailData,
  { subject, title, blocks }: BookingEmailText,
): MailMessage => ({
  to: { name: data.business.name, address: data.hostsEmail },
  replyTo: canonicalEmail(data.guestEmail) ? { name: data.guestName, address: data.guestEmail } : undefined,
  guest: { email: data.guestEmail, name: data.guestName, phone: data.guestPhone },
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

/** The facts about a home that its mails show. */
export type HomeFrame = Pick<StayEmailData, 'propertyTitle' | 'imageUrl' | 'business' | 'siteUrl'>;

/** The home's image, and who writes. */
export const stayFrame = ({ propertyTitle, imageUrl, business, siteUrl }: HomeFrame) => ({
  image: imageUrl ? { url: imageUrl, alt: propertyTitle } : undefined,
  contact: business,
  siteUrl,
});

const guestFacts = ({ guestName, guestEmail, guestPhone }: BookingEmailData): LabeledValue[] => [
  ['Guest', guestName],
  ['E-mail', guestEmail || '(not given)'],
  ['Phone', guestPhone || '(not given)'],
];

export const stayBlock = (data: BookingEmailData): EmailBlock => ({ kind: 'facts', rows: stayFacts(data) });

export const tripButton = ({ tripUrl }: BookingEmailData, label = 'Open my trip'): EmailBlock => ({
  kind: 'button',
  label,
  url: tripUrl,
});
