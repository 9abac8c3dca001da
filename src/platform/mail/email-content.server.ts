import { replyAbove } from './reply-line.ts';

/** A label and its value: one line of facts. */
export type LabeledValue = [label: string, value: string];

/** One line of a bill; the amount is formatted. */
export interface BillRow {
  label: string;
  amount: string;
  isTotal?: boolean;
}

/** One part of a mail, in reading order; a bare string is a paragraph, whose line breaks stay. */
export type EmailBlock = string | EmailPart;

type EmailPart = EmailPartKind & {
  /** ISO 8601: a mail that is delivered after this moment leaves the part out. */
  until?: string;
};

type EmailPartKind =
  | { kind: 'heading' | 'code' | 'quote'; text: string }
  | { kind: 'facts'; rows: LabeledValue[] }
  | { kind: 'bill'; rows: BillRow[] }
  /** The one thing to do now: a mail has at most one. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; text: string; label: string; url: string };

/** The hosts' contact below a mail. */
export interface EmailContact {
  name: string;
  phone: string;
  email: string;
}

interface Business {
  business_name: string;
  phone: string;
  email: string;
}

/** A notice of the site to one of its hosts. */
export interface NoticeFrame {
  business: Business;
  /** The host's address. */
  address: string;
  appUrl: string;
}

export const toEmailContact = ({ business_name: name, phone, email }: Business): EmailContact => ({
  name,
  phone,
  email,
});

/** A mail as plain data; the HTML and its plain-text twin are both made from it, so that they say the same. */
export interface EmailContent {
  title: string;
  /** The preview text that mailboxes show after the subject; the first paragraph if left out. */
  preview?: string;
  /** A short line above the title, such as the booking's code. */
  kicker?: string;
  /** A JPEG of our own, by its absolute address. */
  image?: { url: string; alt: string };
  blocks: EmailBlock[];
  contact?: EmailContact;
  /** Origin of the site; left out where a mail may hold no link. */
  siteUrl?: string;
  /** Why this mail came, in small print. */
  reason?: string;
  /** Whether a reply comes back to the site, which finds its quotation by the line `replyAbove`. */
  replyAbove?: boolean;
}

/** The first paragraph, or what the mail says of itself. */
export const toPreview = ({ preview, blocks, title }: EmailContent): string =>
  preview ?? blocks.find((block) => typeof block === 'string') ?? title;

/** Removes the parts of a mail whose time is over. */
export function withoutExpired(content: EmailContent, now: Date): EmailContent {
  const isCurrent = (block: EmailBlock) =>
    typeof block === 'string' || block.until === undefined || Date.parse(block.until) > now.getTime();
  return { ...content, blocks: content.blocks.filter(isCurrent) };
}

/** The plain-text twin of a mail. */
export function toPlainText(content: EmailContent): string {
  const { kicker, blocks, contact, siteUrl, reason } = content;
  const footer = [contact?.name, contact && `${contact.phone} · ${contact.email}`, siteUrl].filter(Boolean);
  const top = content.replyAbove ? replyAbove : undefined;
  const parts = [top, kicker, ...blocks.map(blockText), footer.join('\n'), reason];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function blockText(block: EmailBlock): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'bill':
      return block.rows.map(({ label, amount }) => `${label}: ${amount}`).join('\n');
    case 'button':
      return `${block.label}: ${block.url}`;
    case 'link':
      return `${block.text} ${block.url}`;
    case 'heading':
      return `${block.text}:`;
    default:
      return block.text;
  }
}
