import Type from 'typebox';

export const postPreviewSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    slug: Type.String(),
    title: Type.String(),
    summary: Type.Union([Type.String(), Type.Null()]),
    author: Type.String(),
    published_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { description: 'A published post as lists show it' },
);
