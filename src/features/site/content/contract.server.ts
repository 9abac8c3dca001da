import Type, { type Static } from 'typebox';
import { momentSchema } from '../../../shared/value-schemas.server.ts';

export const textPageSchema = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    html: Type.String({ description: 'Sanitised' }),
    updatedAt: momentSchema,
  },
  { description: 'A page that guests agree to: terms, privacy or cancellation' },
);

export type TextPage = Static<typeof textPageSchema>;
