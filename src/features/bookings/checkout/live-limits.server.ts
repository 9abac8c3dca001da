import type { Tx } from '../../../db/client.server.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { liveBookings } from './store.server.ts';

/** Of live holds, and of requests that wait for the hosts: counted apart. */
const maxLive = { byClient: 6, byEmail: 3 };

interface LiveBooking {
  status: BookingStatus;
  email: string;
}

const tooManyText: Partial<Record<BookingStatus, string>> = {
  held: 'You are holding several stays already. Please pay or let go of one of them first.',
  requested: 'You have asked for several stays already. Please wait for the hosts’ answer, or call us.',
};

/** Counts with the new booking; a transaction that goes too far is undone. @throws AppError `tooMany` */
export async function checkLimits(tx: Tx, ctx: Ctx, { status, email }: LiveBooking): Promise<void> {
  const live = await liveBookings(tx, { status, clientKey: ctx.clientKey, email, now: ctx.now() });
  for (const name of ['byClient', 'byEmail'] as const) {
    if (live[name].count <= maxLive[name]) continue;
    const waitMs = (live[name].first_expires_at?.getTime() ?? 0) - ctx.now().getTime();
    throw new AppError('tooMany', tooManyText[status] ?? '', {
      retryAfterSeconds: Math.max(60, Math.ceil(waitMs / 1000)),
    });
  }
}
