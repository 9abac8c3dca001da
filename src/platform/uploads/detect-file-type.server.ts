import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '../../shared/errors.ts';
import { detectImageFormat } from '../images/probe-image.server.ts';

/** What a file is by its bytes: the content type it is served with, and the ending of its name. */
export interface ContentType {
  type: string;
  extension: string;
}

export const isPicture = (head: Buffer): boolean => {
  const format = detectImageFormat(head);
  return format !== null && format !== 'svg';
};

/** Brands of MP4 files that browsers play (ISO/IEC 14496-12, 4.3); QuickTime's own is not among them. */
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|mmp4|f4v )$/;

/** MP4 or WebM, or null. */
export function detectVideo(head: Buffer): ContentType | null {
  const text = head.toString('latin1', 0, 64);
  if (text.slice(4, 8) === 'ftyp' && mp4Brands.test(text.slice(8, 12)))
    return { type: 'video/mp4', extension: 'mp4' };
  // EBML (RFC 8794) whose document type, among the first elements, is WebM.
  if (text.startsWith('\x1a\x45\xdf\xa3') && text.includes('\x42\x82\x84webm'))
    return { type: 'video/webm', extension: 'webm' };
  return null;
}

/** Zip archives that hold documents. */
const documents: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
};

const refused =
  'Please choose a PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument or ZIP file, or a picture.';

/**
 * The type of a document that people download. Programs, web pages and drawings (SVG) are none, whatever they are
 * called; between plain text and CSV, which look the same, the name decides.
 * @param file the complete file
 * @throws AppError `unsupportedType`
 */
export async function detectDocument(file: string, head: Buffer, name: string): Promise<ContentType> {
  const text = head.toString('latin1', 0, 8);
  if (text.startsWith('%PDF-')) return { type: 'application/pdf', extension: 'pdf' };
  if (text.startsWith('PK\x03\x04')) {
    const found = await fileTypeFromFile(file).catch(() => undefined);
    const type = documents[found?.ext ?? ''];
    if (found && type) return { type, extension: found.ext };
  } else if (await isPlainText(file)) {
    const isCsv = name.toLowerCase().endsWith('.csv');
    return isCsv ? { type: 'text/csv', extension: 'csv' } : { type: 'text/plain', extension: 'txt' };
  }
  throw new AppError('unsupportedType', refused);
}

const tab = 9;
const escapeCode = 27;
const mayBeInText = (byte: number): boolean =>
  (byte >= 32 && byte !== 127) || (byte >= tab && byte <= 13) || byte === escapeCode;

const markup = /^\s*</;

/** Text in UTF-8 or an older eight-bit code that does not begin like a web page or a drawing. */
async function isPlainText(file: string): Promise<boolean> {
  let beginning = '';
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (!chunk.every(mayBeInText)) return false;
    beginning ||= chunk.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  }
  return !markup.test(beginning);
}
