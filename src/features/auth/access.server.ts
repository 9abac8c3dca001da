import type { Access } from '../../platform/http/serve.server.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAdmin, requireUser } from './guards.ts';

/** Anybody who signs in; the response is only for this browser. */
export const visitorAccess: Access = {
  name: 'public',
  errors: [],
  isPersonal: true,
  isOpenWhenClosed: true,
};

/** `visitorAccess` that is missing on a site without a client at Google. */
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

/** The call is only for hosts. */
export const adminAccess: Access = {
  name: 'admin',
  errors: ['unauthenticated', 'forbidden'],
  isPersonal: true,
  isOpenWhenClosed: true,
  guard: requireAdmin,
};
