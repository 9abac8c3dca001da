import type { Access } from '../../platform/http/serve.server.ts';
import { requireAdmin, requireUser } from './guards.ts';

/** Whoever is signed in. */
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
