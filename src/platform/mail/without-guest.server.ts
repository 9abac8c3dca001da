import {
  type EmailBlock,
  type EmailContent,
  type LabeledValue,
  toPlainText,
} from './email-content.server.ts';

/** The people whom a mail to others is about, as the mail writes them. */
export interface MailGuest {
  email: string;
  name: string;
  phone: string;
}

interface MailAboutGuest {
  guest?: MailGuest;
  replyTo?: object;
  subject: string;
  content?: EmailContent;
  text: string;
}

const deletedName = 'Deleted account';
const deletedValue = '(deleted)';
const deletedText = 'The guest deleted their account, and with it what was written here.';

/** A mail to the hosts without the guest it is about: their name, address, phone and words; null if it has no content. */
export function withoutGuest<Mail extends MailAboutGuest>(job: Mail): Omit<Mail, 'guest' | 'replyTo'> | null {
  const { guest, content } = job;
  if (!guest || !content) return null;
  const replaced = new Map([
    [guest.phone, deletedValue],
    [guest.email, deletedValue],
    [guest.name, deletedName],
  ]);
  replaced.delete('');
  const names = [...replaced.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  const clean = (text: string) => text.replace(whole, (name) => replaced.get(name) ?? deletedValue);
  const { preview: _, ...rest } = content;
  const anonymous: EmailContent = {
    ...rest,
    title: clean(content.title),
    blocks: content.blocks.map((block) => cleanBlock(block, clean)),
  };
  const { guest: _guest, replyTo: _replyTo, ...mail } = job;
  return { ...mail, subject: clean(job.subject), content: anonymous, text: toPlainText(anonymous) };
}

function cleanBlock(block: EmailBlock, clean: (text: string) => string): EmailBlock {
  if (typeof block === 'string') return clean(block);
  switch (block.kind) {
    case 'quote':
      return { ...block, text: deletedText };
    case 'facts':
      return { ...block, rows: block.rows.map(([label, value]): LabeledValue => [label, clean(value)]) };
    case 'heading':
    case 'code':
    case 'link':
      return { ...block, text: clean(block.text) };
    default:
      return block;
  }
}
