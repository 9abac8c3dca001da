import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { AppError } from '../../shared/errors.ts';
import { detectImage } from '../images/detect-image.server.ts';
import { isoBrands } from '../images/iso-brands.server.ts';

export interface ContentType {
  type: string;
  extension: string;
}

/** The brands that browsers play; `file-type` calls every unknown one MP4. */
const filmBrands = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|mmp4|[Ff]4[Vv] )$/;
/** Main brands of sounds and images, whose other brands may include those of a film. */
const otherBrands = /^(?:M4[ABP] |F4[ABP] |he[iv][cxms]|mif[12]|msf1|miaf|avi[fs]|jp[2xm] |crx )$/;

/** EBML (RFC 8794). */
const ebml = /^\cZE\xdf\xa3/;

/** Detects a decodable image, or an MP4 or WebM film, from a file's first bytes; null for everything else. */
export async function detectMedia(head: Buffer): Promise<'image' | ContentType | null> {
  if (await detectImage(head)) return 'image';
  const brands = isoBrands(head);
  const [major = ''] = brands;
  if (!otherBrands.test(major) && brands.some((brand) => filmBrands.test(brand)))
    return { type: 'video/mp4', extension: 'mp4' };
  // `file-type` skips ID3 tags, so the first bytes are checked, too.
  const isWebm = ebml.test(head.toString('latin1', 0, 4)) && (await fileTypeFromBuffer(head))?.ext === 'webm';
  return isWebm ? { type: 'video/webm', extension: 'webm' } : null;
}

const documents: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
};

const unsupported =
  'Please choose a PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument or ZIP file, or a picture.';

/**
 * Detects a document's type by its content, text and CSV by name.
 * @throws AppError `unsupportedType`, always for programs, web pages and SVG
 */
export async function detectDocument(file: string, name: string): Promise<ContentType> {
  const detected = (await fileTypeFromFile(file).catch(() => undefined))?.ext ?? '';
  // An Illustrator file that begins as a PDF counts as one.
  const extension = detected === 'ai' ? 'pdf' : detected;
  const type = documents[extension];
  if (type) return { type, extension };
  if (await isPlainText(file)) {
    const isCsv = name.toLowerCase().endsWith('.csv');
    return isCsv ? { type: 'text/csv', extension: 'csv' } : { type: 'text/plain', extension: 'txt' };
  }
  throw new AppError('unsupportedType', unsupported);
}

const tab = 9;
const escapeCode = 27;
const mayBeInText = (byte: number): boolean =>
  (byte >= 32 && byte !== 127) || (byte >= tab && byte <= 13) || byte === escapeCode;

const markup = /^\s*</;

async function isPlainText(file: string): Promise<boolean> {
  let beginning = '';
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (!chunk.every(mayBeInText)) return false;
    beginning ||= chunk.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  }
  return !markup.test(beginning);
}
