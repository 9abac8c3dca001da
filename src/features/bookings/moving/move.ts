import type { Static } from 'typebox';
import type { FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { addDays } from '../../../shared/nights.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import { stayErrors, toStayError } from '../calendar/calendar.ts';
import { chargeable } from '../payments/settlement.ts';
import type { movePreviewSchema, moveRequestSchema } from './move.schema.server.ts';

/** Where a stay goes: other dates, and another home where its slug is given. */
export type MoveRequest = Static<typeof moveRequestSchema>;

export type MovePreview = Static<typeof movePreviewSchema>;

const names = ['checkin', 'checkout', 'property', 'total', 'keepPrice', 'countRefunds', 'note'];
const maxNoteLength = 2000;

export function parseMoveRequest(input: unknown): MoveRequest {
  const body = isRecord(input) ? input : {};
  const { checkin, checkout, property, total, keepPrice, countRefunds, note } = body;
  const fields: FieldErrors = {
    ...unstorableFields(body),
    ...stayErrors({ checkin, checkout, guests: 1, pets: 0 }),
  };
  if (property !== undefined && (typeof property !== 'string' || property === ''))
    fields.property = 'Please choose a home';
  if (total !== undefined && !(Number.isSafeInteger(total) && (total as number) >= 0))
    fields.total = 'Please send the total that you were shown, in minor units';
  if (keepPrice !== undefined && typeof keepPrice !== 'boolean')
    fields.keepPrice = 'Keep price must be true or false';
  if (countRefunds !== undefined && typeof countRefunds !== 'boolean')
    fields.countRefunds = 'Count refunds must be true or false';
  if (note !== undefined && (typeof note !== 'string' || note.length > maxNoteLength))
    fields.note = `Note is a text of at most ${maxNoteLength} characters`;
  for (const name of Object.keys(body)) {
    if (!names.includes(name)) fields[name.slice(0, 60)] = 'There is no such field';
  }
  if (Object.keys(fields).length > 0) throw toStayError(fields);
  return body as MoveRequest;
}

/** A booking's money after a move, in minor units. */
export interface MovedMoney {
  due: number;
  /** The day of a deposit's balance; `null`: what is due is asked for at once. */
  dueOn: string | null;
  refund: number;
}

/**
 * What is too much goes back; what a deposit left open is due on its day where that is still to come, else on the next day, to
 * which the mail about the move announces the charge of its card. All that no card is stored for is due at once.
 */
export function settleMove(
  { total, paid, checkin }: { total: number; paid: number; checkin: string },
  {
    isDeposit,
    balanceDueDays,
    hasCard = false,
  }: { isDeposit: boolean; balanceDueDays: number; hasCard?: boolean },
  today: string,
): MovedMoney {
  const due = Math.max(0, chargeable(total - paid));
  const day = addDays(checkin, -balanceDueDays);
  const chargedOn = hasCard ? addDays(today, 1) : null;
  const dueOn = due > 0 && isDeposit ? (day > today ? day : chargedOn) : null;
  return { due, dueOn, refund: Math.max(0, paid - total) };
}
