import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isDate, isDateTime } from '../../../shared/forms/formats.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import type {
  choiceSchema,
  conflictDetailSchema,
  conflictListSchema,
  mailPreviewSchema,
} from './conflict.schema.server.ts';

/** What the hosts do about a conflict, with the figures that they were shown. */
export type Choice = Static<typeof choiceSchema>;
export type ConflictList = Static<typeof conflictListSchema>;
export type Conflict = ConflictList['conflicts'][number];
export type ChannelConflict = ConflictList['channelConflicts'][number];
export type ConflictDetail = Static<typeof conflictDetailSchema>;
export type MailPreview = Static<typeof mailPreviewSchema>;

const fieldsOf = { move: ['property', 'total'], dates: ['stays'], refund: ['refund'] } as const;
const maxNoteLength = 2000;
const maxStays = 10;

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isStay = (value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(value).length === 2 &&
  [value.checkin, value.checkout].every((date) => typeof date === 'string' && isDate(date)) &&
  String(value.checkin) < String(value.checkout);

const isSeenMoment = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isDateTime(value));

const rules: Record<string, [isValid: (value: unknown) => boolean, message: string]> = {
  property: [(value) => typeof value === 'string' && value !== '', 'Please choose a home'],
  total: [isAmount, 'Please send the total that you were shown, in minor units'],
  refund: [isAmount, 'Please send the refund that you were shown, in minor units'],
  stays: [
    (value) => Array.isArray(value) && value.length > 0 && value.length <= maxStays && value.every(isStay),
    `Please choose 1 to ${maxStays} stays to offer`,
  ],
};

/** @throws AppError `invalid` with `fields`, also for fields that are unknown */
export function parseChoice(input: unknown): Choice {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = unstorableFields(body);
  const { choice, note, offeredAt } = body;
  const isKnown = typeof choice === 'string' && Object.hasOwn(fieldsOf, choice);
  const names: readonly string[] = isKnown ? fieldsOf[choice as keyof typeof fieldsOf] : [];
  if (names.length === 0) fields.choice = 'Please choose to move, to offer dates or to refund';
  for (const name of names) {
    const [isValid, message] = rules[name] ?? [];
    if (!isValid?.(body[name])) fields[name] = message as string;
  }
  if (note !== undefined && (typeof note !== 'string' || note.length > maxNoteLength))
    fields.note = `Note is a text of at most ${maxNoteLength} characters`;
  if (choice === 'dates' && !isSeenMoment(offeredAt))
    fields.offeredAt = 'Please send the moment that you were shown';
  const optional = choice === 'dates' ? ['note', 'offeredAt'] : ['note'];
  for (const name of Object.keys(body)) {
    if (!['choice', ...optional, ...names].includes(name))
      fields[name.slice(0, 60)] = 'There is no such field';
  }
  const [problem] = Object.values(fields);
  if (problem !== undefined) throw new AppError('invalid', problem, { fields });
  return body as Choice;
}
