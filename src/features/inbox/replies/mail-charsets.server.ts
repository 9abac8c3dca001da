import { isUtf8 } from 'node:buffer';
import type { ParsedMail } from 'mailparser';

/** Matches what is read of letters of UTF-8: a mail that was cut off may end within one. */
const utf8Letters = /[^\p{ASCII}\ufffd]/u;
const charsetName = /\bcharset\s*=\s*"?([\w-]+)/gi;

function namesOnly(source: Buffer, charset: RegExp): boolean {
  const names = [...source.toString('latin1').matchAll(charsetName)];
  return names.every(([, name = '']) => charset.test(name));
}

/** Rewrites a mail in Windows-1252 that declares UTF-8 or no charset. */
export function inUtf8(source: Buffer): Buffer {
  if (isUtf8(source) || utf8Letters.test(source.toString('utf8'))) return source;
  const isMisnamed = namesOnly(source, /^(?:utf-?8|us-ascii)$/i);
  return isMisnamed ? Buffer.from(new TextDecoder('windows-1252').decode(source)) : source;
}

/** Charsets with one byte for each letter: their texts are hardly ever valid UTF-8, unlike those of two bytes. */
const oneByteCharset =
  /(\bcharset\s*=\s*"?)(?:(?:x-)?(?:iso-?8859-\d+|windows-125\d|cp-?125\d|latin-?\d)|koi8-[ru])(?![\w-])/gi;

/** Names UTF-8 instead of charsets with one byte for each letter; `null` for a mail without them. */
export function nameUtf8(source: Buffer): Buffer | null {
  const before = source.toString('latin1');
  const after = before.replace(oneByteCharset, '$1utf-8');
  return after === before ? null : Buffer.from(after, 'latin1');
}

type MailTexts = Pick<ParsedMail, 'text' | 'html'>;

const toTexts = ({ text, html }: MailTexts): string[] =>
  [text, html].filter((one) => typeof one === 'string');

export const hasOtherLetters = (mail: MailTexts): boolean =>
  toTexts(mail).some((text) => utf8Letters.test(text));

/** Whether letters could not be read, except one in which a mail was cut off. */
export const hasBrokenLetters = (mail: MailTexts): boolean =>
  toTexts(mail).some((text) => /\ufffd(?!\s*$)/.test(text));

/** Reads texts of UTF-7 (RFC 2152), which the library leaves as they are; they are shown as text, never as markup. */
export function decodeUtf7<Mail extends MailTexts>(mail: Mail, source: Buffer): Mail {
  const names = source.toString('latin1').match(charsetName);
  if (!names || !namesOnly(source, /^(?:unicode-1-1-)?utf-?7$/i)) return mail;
  const { text, html } = mail;
  return { ...mail, text: text && fromUtf7(text), html: html && fromUtf7(html) };
}

const fromUtf7 = (text: string): string =>
  text.replaceAll(/\+([A-Za-z\d+/]*)-?/g, (_, code: string) => {
    if (code === '') return '+';
    const bytes = Buffer.from(code, 'base64');
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  });
