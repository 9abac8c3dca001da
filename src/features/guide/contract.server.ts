import Type from 'typebox';
import { clockSchema, dateSchema, orNull } from '../../shared/value-schemas.server.ts';

const section = {
  title: Type.String(),
  html: Type.String({ description: 'Sanitised; headings from the third level on' }),
};

export const guideSchema = Type.Object({
  sections: Type.Array(
    Type.Object({
      ...section,
      reveal: Type.Enum(['public', 'booked', 'arrival'], { description: 'From when it is shown' }),
    }),
    { description: 'In their order; a stay that is not confirmed has only the public ones' },
  ),
  wifi: Type.Optional(
    Type.Object({
      name: Type.String(),
      password: Type.String({ description: 'Empty: the network is open' }),
    }),
  ),
  access: Type.Optional(
    Type.String({ description: 'How to get in: the notes of the home and the code of this stay' }),
  ),
  accessCode: Type.Optional(Type.String({ description: 'Only the code of this stay' })),
});

export const sharedTripSchema = Type.Object({
  name: Type.String({ description: 'Whose link it is' }),
  propertyTitle: Type.String(),
  checkin: dateSchema,
  checkout: dateSchema,
  checkInFrom: clockSchema,
  checkOutUntil: clockSchema,
  guests: Type.Integer(),
  coming: Type.Array(Type.String(), { description: 'Who else is coming: the guest who booked first' }),
  houseRules: Type.Array(Type.String()),
  guide: guideSchema,
  address: Type.String({ description: 'Empty until it is shown' }),
  accessOn: orNull(dateSchema, {
    description: 'From this day on guide and address say how to get in; null: they do',
  }),
});

export const publicGuideSchema = Type.Object({ sections: Type.Array(Type.Object(section)) });
