import { createHash } from 'node:crypto';
import type { Formatter } from 'html-to-text';
import type { Attachment, ParsedMail } from 'mailparser';
import { siteMailHeader } from '../../../platform/mail/site-mail-header.ts';
import { cleanText } from '../../../shared/text/clean-text.ts';
import { decodeUtf7, hasBrokenLetters, hasOtherLetters, inUtf8, nameUtf8 } from './mail-charsets.server.ts';
import { type SentMail, type SplitReply, splitReply, toKey } from './trim-reply.ts';

/** A reply as it is stored: only text, also of an HTML mail. */
export interface ReplyMail {
  /** Every address it came to; one of them holds the thread's token. */
  recipients: string[];
  author: string;
  authorEmail: string;
  mailId: string;
  /** The id of the mail that this one replies to. */
  inReplyTo?: string | undefined;
  text: string;
  /** `null` where nothing was left out. */
  originalText: string | null;
  attachments: string[];
  isAutomatic: boolean;
  /** The author's own text, complete and without quotations; empty if it cannot be separated. */
  ownReply: string;
  /** Whether something was left out of the text that may not be a quotation. */
  isShortened: boolean;
  /** The names of attachments other than images within the text. */
  files: string[];
  /** Whether it has no sender or several, or a mail server found that its sender did not send it. */
  isDoubtful: boolean;
  /** Whether we sent it. */
  isSiteMail: boolean;
}

const maxTextLength = 20_000;
const maxOriginalLength = 100_000;
const maxAttachments = 20;
const maxHtmlLength = 200_000;
/** Each level of quotation makes programs wrap all lines below it again. */
const cutMark = '\u{fffc}';
const htmlLimits = { maxDepth: 200, maxChildNodes: 4_000, ellipsis: cutMark };
const maxHeadBytes = 50_000;
const unreadable = '[This mail has no readable text; it is in your mailbox.]';

export interface ParseMailRequest {
  source: Uint8Array;
  sizeBytes: number;
  sent: SentMail;
}

/**
 * Parses a mail, which may take as long and as much memory as its sender likes: only `runMailParser` bounds it.
 * @param sizeBytes of the whole mail, of which `source` may be the beginning
 */
export async function parseReply(source: Buffer, sizeBytes: number, sent: SentMail): Promise<ReplyMail> {
  const mail = await parse(source);
  const [from] = mail.from?.value ?? [];
  const body = await readText(mail, source, sent);
  const original = cleanText(body.text).slice(0, maxOriginalLength).toWellFormed();
  const split = splitReply(original, sent);
  const readable = split.own || original;
  const own = readable.slice(0, maxTextLength).toWellFormed() || unreadable;
  const ownReply = split.isCertain ? split.own : '';
  const isWhole = body.isWhole && sizeBytes <= source.length && original.length < maxOriginalLength;
  const text = sizeBytes > source.length ? `${own}\n\n${cutNote(sizeBytes)}`.trim() : own;
  return {
    recipients: toRecipients(mail),
    author: oneLine(from?.name || from?.address || 'Unknown sender', 200),
    authorEmail: oneLine(from?.address ?? '', 254).toLowerCase(),
    mailId: toMailId(mail, source),
    inReplyTo: mail.inReplyTo?.slice(0, 500),
    text,
    originalText: original === '' || own === original ? null : original,
    attachments: mail.attachments.slice(0, maxAttachments).map(fileName),
    isAutomatic: isAutomatic(mail),
    ownReply: isWhole && ownReply.length <= maxTextLength ? ownReply : '',
    isShortened: !isWhole || readable.length > maxTextLength || (split.own !== '' && split.isShortened),
    files: mail.attachments
      .filter(({ related }) => !related)
      .slice(0, maxAttachments)
      .map(fileName),
    // A group of addresses counts as one without any.
    isDoubtful: mail.from?.value.length !== 1 || !from?.address || isForged(mail),
    isSiteMail: headerText(mail, siteMailHeader.toLowerCase()) !== '',
  };
}

/** Stands in for a mail that cannot be parsed; the plainest means still find its thread. */
export function unreadableReply(source: Buffer): ReplyMail {
  const head = source.subarray(0, maxHeadBytes).toString('latin1');
  const [, messageId] = /^message-id: ?(<[^<>\s]{1,250}>)/im.exec(head) ?? [];
  const mailId = toMailId({ messageId }, source);
  return {
    recipients: head.match(/[\w.+-]{1,100}@[\w.-]{1,200}/g) ?? [],
    author: 'Unknown sender',
    authorEmail: '',
    mailId,
    text: `[A mail could not be read; it is in your mailbox as ${mailId}.]`,
    originalText: null,
    attachments: [],
    isAutomatic: false,
    ownReply: '',
    isShortened: false,
    files: [],
    isDoubtful: true,
    isSiteMail: false,
  };
}

const fileName = ({ filename, contentType }: Pick<Attachment, 'filename' | 'contentType'>): string =>
  oneLine(filename || contentType, 120);

/** RFC 8601. A sender may write this header, too, which only makes his own mail doubtful. */
const isForged = (mail: ParsedMail): boolean =>
  /\bdmarc\s*=\s*fail\b/i.test(headerText(mail, 'authentication-results'));

const cutNote = (sizeBytes: number): string =>
  `[This mail has ${Math.ceil(sizeBytes / 1e6)} MB. Only its beginning was read; the rest is in your mailbox.]`;

/** Parses a mail; texts of UTF-8 are read as such where the mail names a charset with one byte for each letter. */
async function parse(source: Buffer): Promise<ParsedMail> {
  const mail = await parseAsNamed(inUtf8(source));
  const renamed = hasOtherLetters(mail) ? nameUtf8(source) : null;
  if (!renamed) return decodeUtf7(mail, source);
  const asUtf8 = await parseAsNamed(renamed);
  return hasBrokenLetters(asUtf8) ? mail : asUtf8;
}

async function parseAsNamed(source: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  return simpleParser(source, {
    skipHtmlToText: true,
    skipTextLinks: true,
    skipImageLinks: true,
  });
}

interface ReadText {
  text: string;
  isWhole: boolean;
}

/**
 * Reads the plain text; that of the HTML where there is no plain text, where it is a part of its own, or where its author wrote
 * more in it, as behind a picture or beside "This mail needs HTML".
 */
async function readText({ text = '', html }: ParsedMail, source: Buffer, sent: SentMail): Promise<ReadText> {
  const plain = { text, isWhole: true };
  if (!html) return plain;
  const converted = await htmlToText(html);
  if (!hasVisibleText(text) || !/multipart\/alternative/i.test(source.toString('latin1'))) return converted;
  return converted.isWhole && hasMoreText(splitReply(cleanText(converted.text), sent), splitReply(text, sent))
    ? converted
    : plain;
}

/** Letters, digits and other signs that can be seen, such as a thumb. */
const hasVisibleText = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** The letters by which the same words can differ in plain text and HTML, such as bullets and names of pictures. */
const minLostLength = 12;

/** Whether an author wrote words in the HTML that the plain text lacks. */
function hasMoreText(inHtml: SplitReply, inText: SplitReply): boolean {
  const [more, less] = [toKey(inHtml.own), toKey(inText.own)];
  if (!inHtml.isCertain || more.length < less.length + minLostLength) return false;
  return more.includes(less) || more.length > 2 * less.length;
}

async function htmlToText(html: string): Promise<ReadText> {
  const { convert } = await import('html-to-text');
  const skip = ['img', 'script', 'style', 'title'].map((selector) => ({ selector, format: 'skip' }));
  const converted = convert(html.slice(0, maxHtmlLength), {
    wordwrap: false,
    limits: htmlLimits,
    // A quotation may have its own `body`; the text outside is the author's.
    baseElements: { selectors: [], returnDomByDefault: true },
    formatters: { cell: formatCell },
    selectors: [
      ...skip,
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
      { selector: 'tr', format: 'block' },
    ],
  });
  return {
    text: converted.replaceAll(cutMark, ''),
    isWhole: html.length <= maxHtmlLength && !converted.includes(cutMark),
  };
}

/** Cells of one line are words of their own. */
const formatCell: Formatter = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const oneLine = (text: string, maxLength: number): string =>
  cleanText(text)
    .replaceAll(/[\n\t]+/g, ' ')
    .slice(0, maxLength)
    .toWellFormed();

function toRecipients(mail: ParsedMail): string[] {
  const listed = [mail.to, mail.cc].flat().flatMap((list) => list?.value ?? []);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    headerText(mail, name).split(/[\s,<>]+/),
  );
  return [...listed.map(({ address = '' }) => address), ...delivered].filter((text) => text.includes('@'));
}

/** The values of a header, joined if it occurs more than once. */
const headerText = ({ headerLines }: ParsedMail, name: string): string =>
  headerLines
    .filter(({ key }) => key === name)
    .map(({ line }) => line.slice(line.indexOf(':') + 1).trim())
    .join(', ');

const wellFormedId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;

function toMailId({ messageId = '' }: Pick<ParsedMail, 'messageId'>, source: Buffer): string {
  if (wellFormedId.test(messageId)) return messageId;
  return `<${createHash('sha256').update(source).digest('hex')}@without-id>`;
}

const automaticSubject =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|undeliver|delivery status|automatische antwort|réponse automatique|respuesta automática)/i;
const robotSender = /^(?:mailer-daemon|postmaster)@/i;

/**
 * Whether a mail is automatic: a vacation note, a bounce or a list's (RFC 3834, 5 and other common headers). A person's
 * mail has a return path (RFC 5321, 4.5.5).
 */
function isAutomatic(mail: ParsedMail): boolean {
  const submitted = headerText(mail, 'auto-submitted').toLowerCase();
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /bulk|junk|list|auto_reply/i.test(headerText(mail, 'precedence')) ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => headerText(mail, name) !== '') ||
    /^multipart\/report/i.test(headerText(mail, 'content-type')) ||
    /^<\s*>$/.test(headerText(mail, 'return-path').trim()) ||
    robotSender.test(mail.from?.value[0]?.address ?? '') ||
    automaticSubject.test(mail.subject ?? '')
  );
}
