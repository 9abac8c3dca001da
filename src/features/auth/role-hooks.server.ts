import type { RowHooks } from '../../platform/context.server.ts';
import { AppError, toFieldErrors } from '../../shared/errors.ts';
import { noPermission } from './guards.ts';
import { deleteSessions } from './session/store.server.ts';
import { adminIds, lockRoles } from './store.server.ts';

const rejectRole = (message: string) => toFieldErrors({ role: message });

/** Checks who may grant and revoke the administrator role; a new role ends the user's sessions. */
export const roleHooks: RowHooks = {
  lock: lockRoles,
  async beforeUpdate({ ctx, tx, updates }) {
    const admins = await adminIds(tx);
    if (!admins.includes(ctx.viewer?.id ?? '')) {
      throw new AppError('forbidden', noPermission);
    }
    const promoted = updates.filter(({ set }) => set.role === 'admin');
    const unlisted = promoted.find(({ row }) => !ctx.settings.adminEmails.includes(String(row.email)));
    if (unlisted) {
      throw rejectRole(
        `${unlisted.row.email} is not in ADMIN_EMAILS: only an address of that setting can be an administrator`,
      );
    }
    const demoted = updates.filter(({ set }) => set.role !== undefined && set.role !== 'admin');
    // This rule keeps at least one administrator.
    if (demoted.some(({ row }) => row.id === ctx.viewer?.id))
      throw rejectRole('You cannot take the administrator role from yourself');
  },
  async afterUpdate({ tx, updates }) {
    for (const { row, set } of updates) {
      if (set.role !== undefined) await deleteSessions(tx, String(row.id));
    }
  },
};
