import type { Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { noPermission } from './guards.ts';
import { deleteSessions } from './session/store.server.ts';
import { adminIds } from './store.server.ts';

type UserRow = Readonly<{ id: unknown; email?: unknown }>;

const roleError = (message: string): AppError =>
  new AppError('invalid', message, { fields: { role: message } });

/** Checks a change of `users` rows under `lockRoles`; throws `invalid`, `forbidden` for a viewer without the role. */
export async function assertRoleChange(
  ctx: Ctx,
  tx: Tx,
  users: readonly UserRow[],
  role: unknown,
): Promise<void> {
  const admins = await adminIds(tx);
  const viewerId = ctx.viewer?.id ?? '';
  if (!admins.includes(viewerId)) throw new AppError('forbidden', noPermission);
  if (role === undefined) return;
  if (role === 'admin') {
    const unlisted = users.find(({ email }) => !ctx.settings.adminEmails.includes(String(email)));
    if (!unlisted) return;
    throw roleError(
      `${unlisted.email} is not in ADMIN_EMAILS: only an address of that setting can be an administrator`,
    );
  }
  const demoted = new Set(users.map(({ id }) => id));
  if (demoted.has(viewerId)) throw roleError('You cannot take the administrator role from yourself');
  if (admins.every((id) => demoted.has(id))) throw roleError('The last administrator keeps the role');
}

/** Ends the sessions of users whose role has changed, so that the new one holds at once. */
export async function endSessionsAfterRoleChange(
  tx: Tx,
  users: readonly UserRow[],
  role: unknown,
): Promise<void> {
  if (role === undefined) return;
  for (const { id } of users) await deleteSessions(tx, String(id));
}
