import { type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { isRecord } from '../../shared/is-record.ts';
import { cleanText } from '../inbox/threads/message-text.ts';
import { type HiddenReason, hiddenReasons, maxReplyLength, type ReviewInput, textLength } from './review.ts';

const countCharacters = (text: string): number => [...text].length;

function rejectUnknown(fields: FieldErrors, others: object): void {
  for (const name of Object.keys(others)) fields[name.slice(0, 60)] = 'There is no such field';
}

const maxNameLength = 60;

const textIn = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '');

/** @throws AppError `invalid` with `fields` */
export function parseReviewInput(input: unknown): ReviewInput {
  const { rating, text, name, privateNote, ...others } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  const words = textIn(text);
  const length = countCharacters(words);
  const shownName = textIn(name).replaceAll(/\s+/g, ' ');
  const note = textIn(privateNote);
  if (typeof rating !== 'number' || !Number.isInteger(rating) || rating < 1 || rating > 5)
    fields.rating = 'Please choose 1 to 5 stars';
  if (length < textLength.min) fields.text = `Please write at least ${textLength.min} characters`;
  if (length > textLength.max) fields.text = 'A review has at most 4,000 characters';
  if (shownName === '') fields.name = 'Please say under which name it appears';
  if (countCharacters(shownName) > maxNameLength)
    fields.name = `The name has at most ${maxNameLength} characters`;
  if (privateNote !== undefined && typeof privateNote !== 'string') fields.privateNote = 'The note is a text';
  if (countCharacters(note) > textLength.max) fields.privateNote = 'The note has at most 4,000 characters';
  rejectUnknown(fields, others);
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return {
    rating: rating as number,
    text: words,
    name: shownName,
    ...(note === '' ? {} : { privateNote: note }),
  };
}

/** @throws AppError `invalid` with `fields` */
export function parseReply(input: unknown): { text: string } {
  const { text, ...others } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  const words = textIn(text);
  if (words === '') fields.text = 'Please write a reply';
  if (countCharacters(words) > maxReplyLength) fields.text = 'A reply has at most 2,000 characters';
  rejectUnknown(fields, others);
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { text: words };
}

/** @throws AppError `invalid` with `fields` */
export function parseHide(input: unknown): { reason: HiddenReason } {
  const { reason, ...others } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  if (!hiddenReasons.some((one) => one === reason))
    fields.reason = `Please choose a reason: ${hiddenReasons.join(', ')}`;
  rejectUnknown(fields, others);
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { reason: reason as HiddenReason };
}

/** @throws AppError `invalid` with `fields` for anything in the body */
export function parseShow(input: unknown): object {
  const fields: FieldErrors = {};
  rejectUnknown(fields, isRecord(input) ? input : {});
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return {};
}

export interface ReviewQuery {
  /** From 1. */
  page: number;
  /** `null` for all. */
  stars: number | null;
}

/** @throws AppError `invalid` with `fields` */
export function parseReviewQuery(url: string): ReviewQuery {
  const { page = '1', stars } = parseQueryParams(url, ['page', 'stars']);
  const fields: FieldErrors = {};
  if (!/^[1-9]\d{0,3}$/.test(page)) fields.page = 'The page must be a whole number, 1 or more';
  if (stars !== undefined && !/^[1-5]$/.test(stars))
    fields.stars = 'Stars must be a whole number from 1 to 5';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { page: Number(page), stars: stars === undefined ? null : Number(stars) };
}

/** @throws AppError `invalid` with `fields` */
export function parseReviewSubject(url: string): 'home' | 'hosts' {
  const { subject = 'home' } = parseQueryParams(url, ['subject']);
  if (subject === 'home' || subject === 'hosts') return subject;
  throw toFieldErrors({ subject: 'The subject must be home or hosts' });
}
