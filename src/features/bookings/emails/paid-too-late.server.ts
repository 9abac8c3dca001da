import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../../shared/money.ts';
import { guestEmail, hostsEmail, stayBlock } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** Why a payment after the end of its hold gets no stay; `ended`: the hold has ended, without another reason. */
export type LateReason = 'ended' | 'arrival_over' | 'nights_taken' | 'promo_used';

interface LateTexts {
  subject: (property: string) => string;
  title: string;
  /** The text after "Your payment came". */
  guest: string;
  /** The text after the amount that the guest paid. */
  hosts: string;
  button: string;
}

const holdText = 'after the time for which we could hold your nights';

const texts: Record<LateReason, LateTexts> = {
  ended: {
    subject: (property) => `your payment for ${property} came too late`,
    title: 'We are sorry, your payment came too late',
    guest: holdText,
    hosts: 'after the hold had ended',
    button: 'See other dates',
  },
  arrival_over: {
    subject: (property) => `your payment for ${property} came too late`,
    title: 'We are sorry, your payment came too late',
    guest: 'after the day of your check-in',
    hosts: 'after the day of the check-in, when no stay is sold any more',
    button: 'See other dates',
  },
  nights_taken: {
    subject: (property) => `${property} was taken`,
    title: 'We are sorry, these nights are gone',
    guest: `${holdText}, and they are no longer free`,
    hosts: 'after the hold had ended and the nights were taken',
    button: 'See other dates',
  },
  promo_used: {
    subject: (property) => `your promotion code for ${property} is used up`,
    title: 'We are sorry, your promotion code is used up',
    guest: `${holdText}, and others have used your promotion code as often as it may be used. You may book these nights again without it`,
    hosts: 'after the hold had ended and the promotion code was used up. The nights are free',
    button: 'Book again',
  },
};

interface LatePayment {
  amount: number;
  /** The home's calendar. */
  bookUrl: string;
  reason: LateReason;
  /** Whether it was certainly paid by card. */
  isToCard: boolean;
}

/** The payment came after the hold had ended, and is refunded in full. */
export function paidTooLateEmail(
  data: BookingEmailData,
  { amount, bookUrl, reason, isToCard }: LatePayment,
): MailMessage {
  const { subject, title, guest, button } = texts[reason];
  const money = formatMoney(amount, data.currency);
  return guestEmail(data, {
    subject: `We are sorry: ${subject(data.propertyTitle)}, and you get ${money} back`,
    title,
    blocks: [
      `Your payment came ${guest}. We refund all of it, ${money}, ${isToCard ? 'to the card you paid with' : 'in the way in which you paid'}; banks take 5 to 10 days to show it.`,
      `We are sorry. Call us at ${data.business.phone}: we will help you find another home or other dates.`,
      { kind: 'button', label: button, url: bookUrl },
      stayBlock(data),
    ],
  });
}

export function paidTooLateNotice(
  data: BookingEmailData,
  { amount, reason }: { amount: number; reason: LateReason },
): MailMessage {
  // The nights of a booking are not sold, so nothing of it is to be paid.
  return hostsEmail(
    { ...data, due: 0, dueOn: null },
    {
      subject: 'Paid too late',
      title: 'A guest paid too late',
      blocks: [
        `${data.guestName} paid ${formatMoney(amount, data.currency)} ${texts[reason].hosts}. All of it is being refunded, and the guest has an apology. A call may save the stay.`,
      ],
    },
  );
}
