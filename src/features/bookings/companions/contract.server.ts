import Type, { type Static } from 'typebox';
import { text } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { idSchema } from '../../../shared/value-schemas.server.ts';

const maxNameLength = 80;

export const companionRequest = body({
  name: text('Name', {
    max: maxNameLength,
    missing: 'Please say who it is for',
    tooLong: `A name has at most ${maxNameLength} characters`,
  }),
});
export type CompanionRequest = Sent<typeof companionRequest>;

export const sharedLinkSchema = Type.Object({
  id: idSchema,
  url: Type.String({ description: 'Only here: its token is stored hashed' }),
});
export type SharedLink = Static<typeof sharedLinkSchema>;
