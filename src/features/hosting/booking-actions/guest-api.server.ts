import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { guestCorrection } from '../../bookings/corrections/contract.server.ts';
import { correctGuest } from '../../bookings/corrections/correct-guest.server.ts';
import { readHostedBooking } from '../bookings/actions.server.ts';
import { hostedDetailSchema } from '../bookings/contract.server.ts';
import { bookingGuest } from './guest-calls.ts';

export const bookingGuestApi = serve(bookingGuest, adminAccess).on('correct', {
  summary: 'Corrects the guest’s name, e-mail address or phone number',
  details:
    'While the booking is held, requested or confirmed; else 409 not_confirmed. Another e-mail address ends the links, browsers and addresses for answers of before at once; it gets one mail that leads in, and the old one a line that names nothing of the booking. At most five addresses in a day for each booking.',
  body: guestCorrection,
  response: hostedDetailSchema,
  errors: ['notFound', 'conflict: not_confirmed', 'tooMany', 'unavailable'],
  async run({ ctx, params, json }) {
    await correctGuest(ctx, params.code, json);
    return readHostedBooking(ctx, params.code);
  },
});
