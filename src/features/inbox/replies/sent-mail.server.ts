import type { Db } from '../../../db/client.server.ts';
import type { Settings } from '../../../env.server.ts';
import { type EmailContent, toPlainText } from '../../../platform/mail/email-content.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import {
  alarmEmail,
  messageEmail,
  messageNotice,
  replyInstructions,
} from '../threads/message-email.server.ts';
import { latestMessages, type ThreadSummary } from '../threads/store.server.ts';
import { promisedHours } from '../threads/thread.ts';
import type { SentMail } from './trim-reply.ts';

/** Replies to mails older than this are not expected. */
const maxMessages = 50;
const maxLength = 200_000;

/** The mails of a conversation that a guest or, `isForHosts`, a host may quote, written again from what is stored. */
export async function loadSentMail(
  db: Db,
  settings: Settings,
  thread: ThreadSummary,
  isForHosts: boolean,
): Promise<SentMail> {
  const business = await businessContact(db);
  const messages = await latestMessages(db, thread.id, maxMessages);
  const written = messages.filter(({ direction }) => (direction === 'in') === isForHosts);
  const hosts = { business, settings };
  const contents = isForHosts
    ? [
        ...written.map(({ text }) => messageNotice(thread, { text }, hosts).content),
        messageNotice(thread, { text: '', isChange: true }, hosts).content,
        alarmEmail(thread, { waitedHours: promisedHours - 4 }, hosts).content,
        inquiryNotice(thread, settings),
      ]
    : written.map(({ text }) => messageEmail(thread, { text }, { ...hosts, inReplyTo: null }).content);
  // The HTML has the title, what mailboxes show behind the subject, and the name of the site in place of its address.
  const texts = contents.flatMap((content) => [
    [
      business.business_name,
      content.title,
      content.kicker,
      toPlainText({ ...content, replyAbove: true }),
      new URL(settings.appUrl).host,
    ].join('\n'),
    [content.preview, content.title].join('\n'),
  ]);
  const { address } = settings.mailFrom;
  const senders = [business.business_name, settings.mailFrom.name, address, settings.hostsEmail];
  const replies = settings.replies?.address.split('@')[1];
  return {
    texts: texts.map((text) => text.slice(0, maxLength)),
    senders: [...senders, ...(replies ? [`@${replies}`] : []), '(by the site)'],
  };
}

/** The lines that the mail about a new inquiry has beside those of every notice. */
const inquiryNotice = (thread: ThreadSummary, settings: Settings): EmailContent => ({
  title: 'New inquiry',
  blocks: [
    {
      kind: 'facts',
      rows: [
        ['Name', thread.guestName],
        ['Email', thread.guestEmail],
        ['Phone', thread.guestPhone || 'not given'],
        ['Property', thread.propertyTitle],
      ],
    },
    { kind: 'heading', text: 'Message' },
    `The site promised an answer within 24 hours. ${replyInstructions(settings)}`,
    'Open the inquiry',
  ],
});
