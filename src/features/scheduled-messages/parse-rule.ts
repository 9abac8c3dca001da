import { type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { isRecord } from '../../shared/is-record.ts';
import messageRules from '../../shared/schemas/message-rules.ts';
import { isUuid } from '../../shared/uuid.ts';

/** What says when a rule sends. */
export interface DraftRule {
  event: 'booked' | 'arrival' | 'departure';
  offset_days: number;
  at_time: string;
  property_id: string | null;
}

const unknownFields = (body: object, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.keys(body)
      .filter((name) => !names.includes(name))
      .map((name) => [name.slice(0, 60), 'There is no such field']),
  );

const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);

const events: readonly unknown[] = ['booked', 'arrival', 'departure'];
const clock = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

/** The values of a rule's form. @throws AppError `invalid` */
export function parseDraftRule(input: unknown): DraftRule {
  const body = isRecord(input) ? input : {};
  const { event = 'arrival', offset_days: days = 0, at_time: time = '10:00', property_id = null } = body;
  const fields = unknownFields(body, Object.keys(messageRules.properties));
  if (!events.includes(event)) fields.event = 'Must be booked, arrival or departure';
  const fewest = event === 'booked' ? 0 : -365;
  if (!Number.isInteger(days) || Number(days) < fewest || Number(days) > 365)
    fields.offset_days = `Must be a whole number from ${fewest} to 365`;
  if (typeof time !== 'string' || !clock.test(time)) fields.at_time = 'Must be a time such as 17:00';
  if (property_id !== null && property_id !== '' && !isId(property_id)) fields.property_id = 'Must be a home';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return {
    event: event as DraftRule['event'],
    offset_days: Number(days),
    at_time: String(time),
    property_id: property_id ? String(property_id) : null,
  };
}

export interface PreviewRequest {
  template_id: string;
  code: string;
}

/** @throws AppError `invalid` */
export function parsePreviewRequest(input: unknown): PreviewRequest {
  const body = isRecord(input) ? input : {};
  const { template_id, code } = body;
  const fields = unknownFields(body, ['template_id', 'code']);
  if (!isId(template_id)) fields.template_id = 'Must be the id of a template';
  if (typeof code !== 'string' || code === '') fields.code = 'Must be the code of a booking';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { template_id: String(template_id).toLowerCase(), code: String(code) };
}
