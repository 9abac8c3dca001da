import type { Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/uuid.server.ts';
import { endCodes, lockEmail } from './email-code/store.server.ts';
import { deleteSessions } from './session/store.server.ts';
import {
  type GoogleAccount,
  insertUser,
  lockUserByEmail,
  lockUserByGoogle,
  lockUserById,
  type UserRow,
  updateUser,
  userByGoogle,
  userById,
} from './store.server.ts';

export const unverifiedAddress =
  'Google has not verified this address. Please sign in with a code by e-mail.';

export interface VerifiedIdentity {
  /** Canonical. Without `google` the user has proved to read its mail. */
  email: string;
  name?: string;
  /** The claims of a checked ID token; issuer and subject together are the identity, the email is only a claim. */
  google?: GoogleAccount & { emailVerified: boolean };
}

/**
 * Returns the account of a verified identity. A Google account keeps its account here when its address changes there, and
 * joins one of the same address only when Google has verified that address; throws `forbidden` otherwise.
 */
export function findOrCreateUser(ctx: Ctx, identity: VerifiedIdentity): Promise<UserRow> {
  return ctx.db.transaction().execute(async (tx) => {
    const owner = identity.google && (await userByGoogle(tx, identity.google));
    // Every sign-in locks the address before the account, or two of them could deadlock.
    await lockEmail(tx, owner?.email ?? identity.email);
    return admitIdentity(ctx, tx, identity);
  });
}

/** Works like `findOrCreateUser`, in a transaction that holds `lockEmail`. */
export async function admitIdentity(ctx: Ctx, tx: Tx, identity: VerifiedIdentity): Promise<UserRow> {
  const linked = identity.google && (await lockUserByGoogle(tx, identity.google));
  const user = linked ?? (await findOrCreateByEmail(ctx, tx, identity));
  return applyRole(ctx, tx, {
    ...user,
    name: user.name || truncateName(identity.name),
    google_issuer: identity.google?.issuer ?? user.google_issuer,
    google_subject: identity.google?.subject ?? user.google_subject,
    isAdmin: identity.email === user.email,
  });
}

/** Loads a user who has proved something other than the address, which makes no administrator; undefined if deleted. */
export function loadUser(ctx: Ctx, userId: string): Promise<UserRow | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const owner = await userById(tx, userId);
    if (!owner) return undefined;
    await lockEmail(tx, owner.email);
    const user = await lockUserById(tx, userId);
    return user && applyRole(ctx, tx, { ...user, isAdmin: user.role === 'admin' });
  });
}

/** Saves the user. Sessions of another role end, and so does every open code of the address. */
async function applyRole(
  ctx: Ctx,
  tx: Tx,
  { isAdmin, ...user }: UserRow & { isAdmin: boolean },
): Promise<UserRow> {
  const role = isAdmin && ctx.settings.adminEmails.includes(user.email) ? 'admin' : 'guest';
  if (role !== user.role) await deleteSessions(tx, user.id);
  await endCodes(tx, user.email, ctx.now());
  const { name, google_issuer, google_subject } = user;
  return updateUser(tx, user.id, { name, role, google_issuer, google_subject });
}

async function findOrCreateByEmail(ctx: Ctx, tx: Tx, { email, google }: VerifiedIdentity): Promise<UserRow> {
  if (google && !google.emailVerified) throw new AppError('forbidden', unverifiedAddress);
  await insertUser(tx, {
    id: newId(),
    email,
    name: '',
    role: 'guest',
    google_issuer: null,
    google_subject: null,
    created_at: ctx.now(),
  });
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new Error('user deleted during sign-in');
  if (google && user.google_subject !== null && !isSameGoogle(user, google)) {
    throw new AppError(
      'forbidden',
      'This address belongs to another Google account. Please sign in with a code by e-mail.',
    );
  }
  return user;
}

const isSameGoogle = (user: UserRow, google: GoogleAccount): boolean =>
  user.google_issuer === google.issuer && user.google_subject === google.subject;

const truncateName = (name = ''): string =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100);
