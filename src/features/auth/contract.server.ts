import Type, { type Static } from 'typebox';
import type { SignInMethod } from '../../db/schema/auth.ts';
import { idSchema, momentSchema } from '../../shared/value-schemas.server.ts';

export const successSchema = Type.Object({ success: Type.Literal(true) });
export type Success = Static<typeof successSchema>;
export const success: Success = { success: true };

export const userSchema = Type.Object({
  id: idSchema,
  email: Type.String(),
  name: Type.String(),
  createdAt: momentSchema,
});
export type User = Static<typeof userSchema>;

export const adminStatusSchema = Type.Object({
  isAdmin: Type.Boolean(),
  needsReauthentication: Type.Boolean({
    description: 'Whether the session must be confirmed with a passkey before any admin call',
  }),
});
export type AdminStatus = Static<typeof adminStatusSchema>;

export const sessionSchema = Type.Object({
  id: idSchema,
  device: Type.String(),
  place: Type.String(),
  method: Type.Enum(['code', 'google', 'passkey'] satisfies SignInMethod[]),
  createdAt: momentSchema,
  lastUsedAt: Type.String({ format: 'date-time', description: 'Exact to five minutes' }),
  current: Type.Boolean({ description: 'The requesting browser' }),
});
export type SessionView = Static<typeof sessionSchema>;

export const endedSchema = Type.Object({ ...successSchema.properties, ended: Type.Integer() });
export type Ended = Static<typeof endedSchema>;
