import type { Access } from '../../platform/http/serve.server.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAdmin, requireUser } from './guards.ts';

/** Anybody who signs in, with a response for this browser alone. */
export const visitorAccess: Access = {
  name: 'public',
  errors: [],
  isPersonal: true,
  isOpenWhenClosed: true,
};

/** As `visitorAccess`; missing on a site that has no client at Google. */
export const googleAccess: Access = {
  ...visitorAccess,
  errors: ['notFound'],
  guard({ settings }) {
    if (settings.google.clientId === '') throw new AppError('notFound', 'There is nothing at this address.');
  },
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
