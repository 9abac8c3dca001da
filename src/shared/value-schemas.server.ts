import Type, { type TSchema, type TSchemaOptions } from 'typebox';

/* The schemas of values that many requests and responses share. */

export const dateSchema = Type.String({ format: 'date', description: 'YYYY-MM-DD, at the homes' });
export const momentSchema = Type.String({ format: 'date-time' });
export const amountSchema = Type.Integer({ description: 'In minor units of the currency' });
export const currencySchema = Type.String({ description: 'ISO 4217, in small letters' });
export const clockSchema = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'A time of day at the home, such as 16:00',
});
export const idSchema = Type.String({ format: 'uuid' });
export const slugSchema = Type.String({ description: 'The slug of a home' });

/** A home as responses name it. */
export const homeSchema = Type.Object({ slug: Type.String(), title: Type.String() });

export const orNull = <Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);
