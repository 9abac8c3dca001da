import { html } from 'hono/html';
import { mailDocument } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import type { WaitlistEmailInput } from '../waitlist/store.server.ts';

/** A page, and what mail programs post to by themselves (RFC 8058). */
interface UnsubscribeLinks {
  page: string;
  oneClick: string;
}

/** Confirms an entry, with a link to unsubscribe. It carries no text of the sender's choice. */
export const waitlistJoinedEmail = (input: WaitlistEmailInput, links: UnsubscribeLinks): MailMessage =>
  waitlistEmail(input, links, {
    subject: `You are on the list for ${input.property.title}`,
    text: `You are on the list: we will write to you as soon as ${input.property.title} can be booked.`,
    reason: 'Somebody gave us this address on our site. If it was not you, one press takes it off the list:',
  });

export const propertyOpenedEmail = (
  input: WaitlistEmailInput,
  links: UnsubscribeLinks,
  appUrl: string,
): MailMessage =>
  waitlistEmail(input, links, {
    subject: `${input.property.title} can be booked now`,
    text: `The wait is over: ${input.property.title} is open, and you are among the first to know.`,
    link: {
      label: `See ${input.property.title} and ask for your dates`,
      url: `${appUrl}/stays/${input.property.slug}`,
    },
    reason: 'You get this one mail because you joined the list on our site. To be forgotten:',
  });

interface WaitlistEmailText {
  subject: string;
  text: string;
  link?: { label: string; url: string };
  reason: string;
}

function waitlistEmail(
  { email, contact }: WaitlistEmailInput,
  links: UnsubscribeLinks,
  { subject, text, link, reason }: WaitlistEmailText,
): MailMessage {
  return {
    to: { name: '', address: email },
    replyTo: { name: contact.business_name, address: contact.email },
    subject,
    unsubscribeUrl: links.oneClick,
    text: [
      'Hello,',
      '',
      text,
      ...(link ? ['', `${link.label}: ${link.url}`] : []),
      '',
      'See you at the beach,',
      contact.business_name,
      '',
      `${reason} ${links.page}`,
      '',
    ].join('\n'),
    html: mailDocument(
      subject,
      html`<p>Hello,</p>
<p>${text}</p>
${link ? html`<p><a href="${link.url}">${link.label}</a></p>` : ''}
<p>See you at the beach,<br>${contact.business_name}</p>
<p><small>${reason} <a href="${links.page}">Leave the list</a></small></p>`,
    ),
  };
}
