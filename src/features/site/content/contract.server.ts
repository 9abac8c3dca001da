import Type, { type Static } from 'typebox';

export const textPageSchema = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    html: Type.String({ description: 'Sanitised' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { description: 'A page that guests agree to: terms, privacy or cancellation' },
);

export type TextPage = Static<typeof textPageSchema>;
