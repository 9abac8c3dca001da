import type { Access } from '../../platform/http/serve.server.ts';
import { requireAdmin, requireUser } from './guards.ts';

/** Anybody, with a response for this browser alone. */
export const visitorAccess: Access = { name: 'public', errors: [], isPersonal: true };

/** Signed-in users. */
export const userAccess: Access = {
  name: 'user',
  errors: ['unauthenticated'],
  isPersonal: true,
  guard: requireUser,
};

/** Hosts alone. */
export const adminAccess: Access = {
  name: 'admin',
  errors: ['unauthenticated', 'forbidden'],
  isPersonal: true,
  guard: requireAdmin,
};
