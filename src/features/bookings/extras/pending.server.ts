import type { Ctx } from '../../../platform/context.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { pendingExtras } from '../record/extras-store.server.ts';
import type { PendingExtras } from './contract.server.ts';

/** Lists the extras that guests requested and hosts have not decided. @throws AppError `unauthenticated`, `forbidden` */
export async function listPendingExtras(ctx: Ctx): Promise<PendingExtras> {
  requireAdmin(ctx);
  const rows = await pendingExtras(ctx.db);
  return {
    asked: rows.map(
      ({ id, code, label, quantity, property, checkin, checkout, clockTime, arrivals, departures }) => ({
        code,
        id,
        label,
        quantity,
        property: property.slug,
        checkin,
        checkout,
        clockTime: clockTime || undefined,
        arrivals,
        departures,
      }),
    ),
  };
}
