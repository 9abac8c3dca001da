import type { Selectable } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import type { BookingsTable } from '../../db/schema/bookings.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../shared/money.ts';
import { tripUrl } from '../bookings/emails/load-email-data.server.ts';
import { accessText, isAccessDueInMail } from '../bookings/record/access.server.ts';
import { bookingKey } from '../bookings/record/booking-key.server.ts';
import { type Booking, findBookingById } from '../bookings/record/bookings-store.server.ts';
import { timesOfStay } from '../bookings/record/stay-times.ts';
import { fillPlaceholders, placeholderValues, type StayValues } from '../inbox/templates/placeholders.ts';
import { formatTime } from '../listings/property-detail.ts';
import { businessContact } from '../listings/store.server.ts';
import { homeOfMessages, type MessageHome } from './store.server.ts';

/** The sentence that replaces `{access}` and `{wifi}` while they are not shown. */
export const accessSentence = 'You find it on your trip page three days before you arrive.';

/** Replaces `{review}` wherever hosts read it: the link would let them write the guest's review. */
export const reviewSentence = 'You get a link for your review by mail after your stay.';

type AccessTexts = Pick<StayValues, 'access' | 'wifi'>;
/** The placeholders that only a delivered mail fills. */
type SecretTexts = AccessTexts & Pick<StayValues, 'review'>;

const hiddenAccess: AccessTexts = { access: accessSentence, wifi: accessSentence };
export const hiddenSecrets: SecretTexts = { ...hiddenAccess, review: reviewSentence };

/** Placeholders that stay in a text until its mail is delivered. */
const unfilledSecrets: SecretTexts = { access: '{access}', wifi: '{wifi}', review: '{review}' };

const secretPlaceholder = /\{ ?(access|wifi|review) ?\}/g;

export const hasSecretPlaceholder = (text: string): boolean => text.search(secretPlaceholder) >= 0;

export const fillSecretTexts = (text: string, values: SecretTexts): string =>
  text.replaceAll(secretPlaceholder, (_, name: keyof SecretTexts) => values[name]);

/**
 * Reads the values of `{access}` and `{wifi}` for a moment. While access is not shown, and in a mail that was written
 * for another home or check-in, they are a sentence without details.
 */
export async function readAccessTexts(
  db: Db,
  booking: Booking | undefined,
  now: Date,
  writtenFor?: MailMessage['accessFor'],
): Promise<AccessTexts> {
  if (!booking || !isAccessDueInMail(booking, writtenFor, now)) return hiddenAccess;
  const home = await homeOfMessages(db, booking.property_id);
  return { access: accessText(booking, home), wifi: wifiText(home) };
}

const wifiText = ({ wifiName, wifiPassword }: MessageHome): string =>
  wifiName && wifiPassword ? `${wifiName}, password ${wifiPassword}` : wifiName;

type Keyed = Pick<Booking, 'id' | 'code' | 'key_version'>;

const guideUrl = ({ settings }: Pick<Ctx, 'settings'>, { id, code, key_version }: Keyed): string =>
  `${settings.appUrl}/trips/${code}/guide?key=${bookingKey({ settings }, id, key_version)}`;

export type MessageStay = Keyed &
  Pick<
    Selectable<BookingsTable>,
    | 'name'
    | 'checkin'
    | 'checkout'
    | 'guests'
    | 'open_cents'
    | 'currency'
    | 'property_id'
    | 'early_check_in'
    | 'late_check_out'
  >;

const timeValues = ({ checkInFrom, checkOutUntil }: ReturnType<typeof timesOfStay>) => ({
  checkin_time: formatTime(checkInFrom),
  checkout_time: formatTime(checkOutUntil),
});

const stayValues = (
  ctx: Pick<Ctx, 'settings'>,
  stay: MessageStay,
  home: Pick<MessageHome, 'checkInFrom' | 'checkOutUntil'>,
  secrets: SecretTexts,
): StayValues => ({
  ...timeValues(timesOfStay(stay, home)),
  trip: tripUrl(ctx, stay),
  guide: guideUrl(ctx, stay),
  open_balance: formatMoney(stay.open_cents, stay.currency),
  ...secrets,
});

/** The values of a booking's own placeholders in a reply of the hosts; hosts and guests may read them at any time. */
export async function replyValues(ctx: Ctx, bookingId: string): Promise<StayValues | null> {
  const stay = await findBookingById(ctx.db, bookingId);
  return stay ? stayValues(ctx, stay, await homeOfMessages(ctx.db, stay.property_id), hiddenSecrets) : null;
}

export interface TemplateText {
  /** The name of the placeholder. */
  template: string;
  subject: string;
  text: string;
}

/** The home and the hosts that a message names. */
interface MessageNames {
  home: Pick<MessageHome, 'title' | 'checkInFrom' | 'checkOutUntil'>;
  host: string;
}

const fillFor =
  (ctx: Pick<Ctx, 'settings'>, stay: MessageStay, { home, host }: MessageNames) =>
  (text: string, secrets: SecretTexts): string => {
    const { name: guestName, code: bookingCode, ...span } = stay;
    const thread = { ...span, guestName, bookingCode, propertyTitle: home.title };
    return fillPlaceholders(text, placeholderValues(thread, host, stayValues(ctx, stay, home, secrets))).text;
  };

/** The subject of a template for a stay; it never says what only a delivered mail says. */
export const messageSubject = (
  ctx: Pick<Ctx, 'settings'>,
  stay: MessageStay,
  { template, ...names }: MessageNames & { template: Omit<TemplateText, 'text'> },
): string => fillFor(ctx, stay, names)(template.subject || template.template, hiddenSecrets);

export interface MessageText {
  subject: string;
  /** The text in the database, without how to get in and the link of the review. */
  stored: string;
  /** The text to mail, in which `{access}`, `{wifi}` and `{review}` are filled on delivery. */
  mailed: string;
}

/** A template as a stay's guest gets it. */
export async function writeMessage(
  ctx: Ctx,
  db: Db,
  stay: MessageStay,
  template: TemplateText,
): Promise<MessageText> {
  const [home, business] = await Promise.all([homeOfMessages(db, stay.property_id), businessContact(db)]);
  const names = { home, host: business.business_name };
  const fill = fillFor(ctx, stay, names);
  return {
    subject: messageSubject(ctx, stay, { ...names, template }),
    stored: fill(template.text, hiddenSecrets),
    mailed: fill(template.text, unfilledSecrets),
  };
}
