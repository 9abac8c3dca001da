import type { Access } from '../../platform/http/serve.server.ts';
import { requireAdmin, requireUser } from './guards.ts';

/** Anybody who signs in, with a response for this browser alone. */
export const visitorAccess: Access = {
  name: 'public',
  errors: [],
  isPersonal: true,
  isOpenWhenClosed: true,
};

/** Signed-in users. */
export const userAccess: Access = {
  name: 'user',
  errors: ['unauthenticated'],
  isPersonal: true,
  isOpenWhenClosed: true,
  guard: requireUser,
};

/** Hosts alone. */
export const adminAccess: Access = {
  name: 'admin',
  errors: ['unauthenticated', 'forbidden'],
  isPersonal: true,
  isOpenWhenClosed: true,
  guard: requireAdmin,
};
