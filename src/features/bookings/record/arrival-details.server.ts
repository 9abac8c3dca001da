import Type from 'typebox';
import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import {
  clock,
  convertedField,
  described,
  list,
  optional,
  text,
  wholeNumber,
} from '../../../platform/http/fields.server.ts';
import { body } from '../../../platform/http/shapes.server.ts';

const maxNames = 20;
const maxNameLength = 100;
const maxCars = 6;
/** A limit of the form only: how many guests a home takes is checked when it is booked. */
const maxParty = 99;

const count = (maximum: number) =>
  optional(wholeNumber(`Please give a number from 0 to ${maximum}`, 0, maximum));

const noNames = `Please give at most ${maxNames} names, each of at most ${maxNameLength} characters`;

/** Parses the guests' names, without empty ones. */
const names = convertedField(
  list(text('A name', { max: maxNameLength, tooLong: noNames }), { max: maxNames }, noNames),
  (names): string[] | undefined => {
    const filled = names.filter(Boolean);
    return filled.length > 0 ? filled : undefined;
  },
);

/** What a guest reports about the arrival; each request replaces the earlier details. */
export const arrivalDetails = body({
  arrivalTime: described(
    'By the home’s clock, such as 17:30',
    optional(clock('Please give a time such as 17:30')),
  ),
  cars: count(maxCars),
  adults: count(maxParty),
  children: count(maxParty),
  names: described('Who comes', optional(names)),
});

/** The details in responses; empty where the guest reported nothing. */
export const arrivalDetailsSchema = Type.Unsafe<ArrivalDetails>(arrivalDetails.schema);
