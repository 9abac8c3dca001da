import type { Ctx } from '../../../platform/context.server.ts';
import { hmac } from '../../auth/tokens.server.ts';

/** The link in mails carries it; it can be made again from the booking's id, so that only its hash is stored. */
export const bookingKey = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string): string =>
  hmac(settings.sessionSecret, 'booking-key', bookingId).toString('base64url');
