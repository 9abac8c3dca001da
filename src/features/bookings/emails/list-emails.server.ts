import type { MailMessage, UnsubscribeLinks } from '../../../platform/mail/mailer.server.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { quoteBlocks } from './bill-blocks.server.ts';
import { stayDates, stayFacts, stayFrame } from './booking-email.server.ts';
import type { StayEmailData } from './email-data.ts';

interface ListRecipient {
  email: string;
  hostsEmail: string;
}

/** Mails a waiting guest that the nights are free. `stay.total` is 0 without a price. */
export const waitlistOpenedEmail = (
  stay: StayEmailData,
  { email, hostsEmail }: ListRecipient,
  links: UnsubscribeLinks & { book: string },
): MailMessage => ({
  to: { name: '', address: email },
  replyTo: { name: stay.business.name, address: hostsEmail },
  subject: `Free again: ${stay.propertyTitle}, ${stayDates(stay)}`,
  unsubscribeUrl: links.oneClick,
  content: {
    ...stayFrame(stay),
    title: 'The nights you wanted are free',
    blocks: [
      'Hello,',
      `${stay.propertyTitle} is free again from ${stayDates(stay)}. Whoever books first has it: everybody who waits gets this mail.`,
      { kind: 'button', label: 'Book these nights', url: links.book },
      { kind: 'facts', rows: stayFacts(stay) },
      ...(stay.total > 0 ? quoteBlocks(stay) : []),
      { kind: 'link', text: 'No longer wanted?', label: 'Leave the list', url: links.page },
    ],
    reason: 'You get this one mail because you joined the list for these nights on our site.',
  },
});

/** A price that the hosts made for one guest. `expiresAt` is ISO 8601, `note` in the hosts' words. */
export const offerEmail = (
  stay: StayEmailData,
  { email, hostsEmail }: ListRecipient,
  offer: { url: string; expiresAt: string; note: string; areNightsHeld: boolean },
): MailMessage => ({
  to: { name: '', address: email },
  replyTo: { name: stay.business.name, address: hostsEmail },
  subject: `An offer for you: ${stay.propertyTitle}, ${stayDates(stay)}`,
  content: {
    ...stayFrame(stay),
    title: `${formatMoney(stay.total, stay.currency)} for your stay`,
    kicker: 'An offer for you',
    preview: `${stay.propertyTitle}, ${stayDates(stay)}`,
    blocks: [
      'Hello,',
      `We have put together an offer for ${stay.propertyTitle}. It holds until ${formatDateTime(offer.expiresAt)}${offer.areNightsHeld ? ', and so do we hold the nights for you' : ''}.`,
      ...(offer.note ? [{ kind: 'quote' as const, text: offer.note }] : []),
      { kind: 'button', label: 'See the offer and book', url: offer.url },
      { kind: 'facts', rows: stayFacts(stay) },
      ...quoteBlocks(stay),
    ],
    reason: `You get this mail because you wrote to ${stay.business.name}.`,
  },
});
