import { toEmailContact } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage, UnsubscribeLinks } from '../../../platform/mail/mailer.server.ts';
import type { WaitlistEmailInput } from './store.server.ts';

/** Confirms an entry, with a link to unsubscribe. It carries no text of the sender's choice. */
export const waitlistJoinedEmail = (input: WaitlistEmailInput, links: UnsubscribeLinks): MailMessage =>
  waitlistEmail(input, links, new URL(links.page).origin, {
    subject: `You are on the list for ${input.property.title}`,
    text: `You are on the list: we will write to you as soon as ${input.property.title} can be booked.`,
    buttonLabel: `See ${input.property.title}`,
    reason: 'Somebody gave us this address on our site. If it was not you, one press takes it off the list:',
  });

export const propertyOpenedEmail = (
  input: WaitlistEmailInput,
  links: UnsubscribeLinks,
  appUrl: string,
): MailMessage =>
  waitlistEmail(input, links, appUrl, {
    subject: `${input.property.title} can be booked now`,
    text: `The wait is over: ${input.property.title} is open, and you are among the first to know.`,
    buttonLabel: `See ${input.property.title} and ask for your dates`,
    reason: 'You get this one mail because you joined the list on our site. To be forgotten:',
  });

interface WaitlistEmailText {
  subject: string;
  text: string;
  buttonLabel: string;
  reason: string;
}

function waitlistEmail(
  { email, property, contact }: WaitlistEmailInput,
  links: UnsubscribeLinks,
  siteUrl: string,
  { subject, text, buttonLabel, reason }: WaitlistEmailText,
): MailMessage {
  return {
    to: { name: '', address: email },
    replyTo: { name: contact.business_name, address: contact.email },
    subject,
    unsubscribeUrl: links.oneClick,
    content: {
      title: subject,
      preview: text,
      // What is shown where the property's page is shared.
      image: { url: `${siteUrl}/share/stay/${property.slug}.jpg`, alt: property.title },
      blocks: [
        'Hello,',
        text,
        { kind: 'button', label: buttonLabel, url: `${siteUrl}/stays/${property.slug}` },
        `See you at the beach,\n${contact.business_name}`,
        { kind: 'link', text: reason, label: 'Leave the list', url: links.page },
      ],
      contact: toEmailContact(contact),
      siteUrl,
    },
  };
}
