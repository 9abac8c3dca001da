import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { addDays } from '../../shared/nights.ts';
import { hashToken, isToken } from '../auth/tokens.server.ts';
import { accessDays } from '../bookings/record/access-days.ts';
import { bookingById } from '../bookings/record/bookings-store.server.ts';
import { companionByToken, listCompanions } from '../bookings/record/companions-store.server.ts';
import { timesOfStay } from '../bookings/record/stay-times.ts';
import { toAgreedTerms } from '../bookings/record/trip.ts';
import { visibleParts } from '../bookings/record/visible-parts.server.ts';
import { readGuide } from './actions.server.ts';
import type { SharedTrip } from './guide.ts';
import { sharedHome } from './store.server.ts';

/**
 * Loads what a companion sees of a stay.
 * @throws AppError `notFound` for a link that is unknown or was ended, after the check-out day and once the stay is cancelled
 */
export async function readSharedTrip(ctx: Ctx, token: string): Promise<SharedTrip> {
  const { db } = ctx;
  const companion = isToken(token) ? await companionByToken(db, hashToken(token)) : undefined;
  if (!companion) throw noSharedTrip();
  const booking = await bookingById(db, companion.booking_id);
  const now = ctx.now();
  const visible = visibleParts({ visitor: 'companion', stay: booking }, now);
  if (!visible.has('dates')) throw noSharedTrip();
  const [home, guide, others] = await Promise.all([
    sharedHome(db, booking.property_id),
    readGuide(ctx, booking, 'companion'),
    listCompanions(db, booking.id),
  ]);
  const { checkInFrom, checkOutUntil } = timesOfStay(booking, home);
  const agreed = toAgreedTerms(booking.agreed)?.houseRules ?? [];
  const rules = agreed.length > 0 ? agreed : home.houseRules.split('\n').filter((rule) => rule.trim() !== '');
  const firstDay = addDays(booking.checkin, -accessDays);
  return {
    name: companion.name,
    propertyTitle: home.title,
    checkin: booking.checkin,
    checkout: booking.checkout,
    checkInFrom,
    checkOutUntil,
    guests: booking.guests,
    coming: visible.has('names')
      ? [toFirstName(booking.name), ...others.filter(({ id }) => id !== companion.id).map(({ name }) => name)]
      : [],
    houseRules: visible.has('houseRules') ? rules : [],
    guide,
    address: visible.has('address') ? home.address : '',
    accessOn: todayAtProperty(now) < firstDay ? firstDay : null,
  };
}

const toFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

const noSharedTrip = (): AppError =>
  new AppError('notFound', 'This link leads nowhere any more. Please ask who sent it for a new one.');
