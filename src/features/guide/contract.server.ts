import Type from 'typebox';

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
    { description: 'In their order; of a stay that is not confirmed the public ones alone' },
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
  accessCode: Type.Optional(Type.String({ description: 'The code of this stay alone' })),
});

export const publicGuideSchema = Type.Object({ sections: Type.Array(Type.Object(section)) });
