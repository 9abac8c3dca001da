import type { TSchema } from 'typebox';
import Format from 'typebox/format';
import { Compile, type Validator } from 'typebox/schema';
import { isDate } from '../../shared/dates.ts';
import { isDateTime, isLink } from '../../shared/forms/formats.ts';
import { isEmail } from '../../shared/text/email.ts';
import { isUuid } from '../../shared/uuid.ts';

/* Checks values by JSON Schema, with typebox's compiled validators and the formats of our forms. */

const formats = { date: isDate, 'date-time': isDateTime, email: isEmail, uri: isLink, uuid: isUuid };

function compile(schema: TSchema): Validator {
  // Typebox has one registry of formats, with others under the same names.
  for (const [name, accepts] of Object.entries(formats)) Format.Set(name, accepts);
  return Compile(schema);
}

/**
 * Compiles a schema when a value is checked for the first time.
 * @returns the keywords that a value violates; below the schema itself, the one that leads there, such as `items`
 */
export function schemaCheck(schema: TSchema): (value: unknown) => string[] {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= compile(schema);
    if (validator.Check(value)) return [];
    const [, errors] = validator.Errors(value);
    return errors.map(({ keyword, schemaPath }) => schemaPath.split('/')[1] ?? keyword);
  };
}
