import Type from 'typebox';

export const maxNames = 20;
export const maxNameLength = 100;
export const maxCars = 6;

const count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 0, maximum }));

/** Larger parties than any home takes are a matter of the booking, not of the form. */
export const maxParty = 99;

export const arrivalDetailsSchema = Type.Object(
  {
    arrivalTime: Type.Optional(
      Type.String({
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        description: 'By the home’s clock, such as 17:30',
      }),
    ),
    cars: count(maxCars),
    adults: count(maxParty),
    children: count(maxParty),
    names: Type.Optional(
      Type.Array(Type.String({ maxLength: maxNameLength }), { maxItems: maxNames, description: 'Who comes' }),
    ),
  },
  { additionalProperties: false, description: 'What the guest said about the arrival; empty: nothing yet' },
);
