import { maxBytes } from '../media/media.ts';
import { turnoverLimits } from './turnover.ts';

/** A form without photos. */
export const maxWordBytes = 100_000;
/** Six photos and the words beside them. */
const maxFormBytes = turnoverLimits.photos * maxBytes.image + maxWordBytes;

interface ReportForm {
  id: string;
  /** The same for a form that is sent twice with the same button and the same stored photos. */
  key: string;
  status: 'done' | 'problem' | 'undo';
  report: string;
  /** Addresses of photos that are stored already. */
  photos: string[];
  files: File[];
  /** The message about an invalid report. */
  problem: 'tooLarge' | 'tooManyImages' | 'whatIsIt' | null;
}

const nothing = { id: '', key: '', status: 'problem', report: '', photos: [], files: [] } as const;

/** Their names would be too long for an Idempotency-Key. */
async function hashPhotos(photos: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(photos.join('\n')));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads the form of a report, unless it is larger than it may be. */
export async function parseReportForm(request: Request): Promise<ReportForm> {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (!(length <= maxFormBytes))
    return {
      ...nothing,
      photos: [],
      files: [],
      problem: 'tooLarge',
    };
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const photos = form.getAll('photo').map(String);
  const files = form.getAll('file').filter((file): file is File => file instanceof File && file.size > 0);
  const isTooMany = photos.length + files.length > turnoverLimits.photos;
  const chosen = text('status');
  const status = chosen === 'done' || chosen === 'undo' ? chosen : 'problem';
  const report = text('report');
  const isEmpty = report.trim() === '' && photos.length + files.length === 0;
  return {
    id: text('id'),
    key: `${text('key')}-${status}-${await hashPhotos(photos)}`,
    status,
    report,
    photos,
    files,
    problem: isTooMany ? 'tooManyImages' : status === 'problem' && isEmpty ? 'whatIsIt' : null,
  };
}
