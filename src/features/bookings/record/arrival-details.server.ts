import Type from 'typebox';
import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { body, described, field, optional } from '../../../platform/http/fields.server.ts';

const maxNames = 20;
const maxNameLength = 100;
const maxCars = 6;
/** A limit of the form alone: how many guests a home takes is checked when it is booked. */
const maxParty = 99;

const clockTime = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const count = (maximum: number) =>
  optional(
    field<number>(
      Type.Integer({ minimum: 0, maximum }),
      `Please give a number from 0 to ${maximum}`,
      (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maximum,
    ),
  );

const isName = (value: unknown): boolean => typeof value === 'string' && value.trim().length <= maxNameLength;

/** Empty names are left out. */
function parseNames(names: string[]): string[] | undefined {
  const filled = names.map((name) => name.trim()).filter(Boolean);
  return filled.length > 0 ? filled : undefined;
}

/** What a guest reports about the arrival; each request replaces all of it. */
export const arrivalDetails = body({
  arrivalTime: described(
    'By the home’s clock, such as 17:30',
    optional(
      field<string>(
        Type.String({ pattern: clockTime }),
        'Please give a time such as 17:30',
        (value) => typeof value === 'string' && new RegExp(clockTime).test(value),
      ),
    ),
  ),
  cars: count(maxCars),
  adults: count(maxParty),
  children: count(maxParty),
  names: described(
    'Who comes',
    optional(
      field<string[] | undefined, string[]>(
        Type.Array(Type.String({ maxLength: maxNameLength }), { maxItems: maxNames }),
        `Please give at most ${maxNames} names, each of at most ${maxNameLength} characters`,
        (value) => Array.isArray(value) && value.length <= maxNames && value.every(isName),
        parseNames,
      ),
    ),
  ),
});

/** As in responses; empty where the guest reported nothing. */
export const arrivalDetailsSchema = Type.Unsafe<ArrivalDetails>(arrivalDetails.schema);
