import { html } from 'hono/html';
import { mailDocument } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import type { NotifyMailFacts } from '../waitlist/store.server.ts';

/** Where one leaves the list: a page, and what mail programs post to by themselves. */
interface UnsubscribeLinks {
  page: string;
  oneClick: string;
}

/** Says that an address is on the list of a home, and how it gets off. It carries no words of whoever typed it. */
export const waitlistJoinedEmail = (facts: NotifyMailFacts, links: UnsubscribeLinks): MailMessage =>
  notifyMail(facts, links, {
    subject: `You are on the list for ${facts.home.title}`,
    text: `You are on the list: we will write to you as soon as ${facts.home.title} can be booked.`,
    reason: 'Somebody gave us this address on our site. If it was not you, one press takes it off the list:',
  });

/** Tells those who waited that a home is open. */
export const propertyOpenedEmail = (
  facts: NotifyMailFacts,
  links: UnsubscribeLinks,
  appUrl: string,
): MailMessage =>
  notifyMail(facts, links, {
    subject: `${facts.home.title} can be booked now`,
    text: `The wait is over: ${facts.home.title} is open, and you are among the first to know.`,
    link: {
      words: `See ${facts.home.title} and ask for your dates`,
      url: `${appUrl}/stays/${facts.home.slug}`,
    },
    reason: 'You get this one mail because you joined the list on our site. To be forgotten:',
  });

interface WaitlistEmailText {
  subject: string;
  text: string;
  link?: { words: string; url: string };
  reason: string;
}

function notifyMail(
  { email, contact }: NotifyMailFacts,
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
      ...(link ? ['', `${link.words}: ${link.url}`] : []),
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
${link ? html`<p><a href="${link.url}">${link.words}</a></p>` : ''}
<p>See you at the beach,<br>${contact.business_name}</p>
<p><small>${reason} <a href="${links.page}">Leave the list</a></small></p>`,
    ),
  };
}
