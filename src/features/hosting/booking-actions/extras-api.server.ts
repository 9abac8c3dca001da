import { serve } from '../../../platform/http/serve.server.ts';
import { noFields } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { declineExtraRequest, pendingExtrasSchema } from '../../bookings/extras/contract.server.ts';
import { approveExtra, declineExtra } from '../../bookings/extras/decide-extra.server.ts';
import { listPendingExtras } from '../../bookings/extras/pending.server.ts';
import { readHostedBooking } from '../bookings/actions.server.ts';
import { hostedDetailSchema } from '../bookings/contract.server.ts';
import { hostedExtra, pendingExtras } from './extras-calls.ts';

const errors = ['notFound', 'conflict: already_decided', 'conflict: not_confirmed', 'unavailable'] as const;

export const hostedExtraApi = serve(hostedExtra, adminAccess)
  .on('approve', {
    summary: 'Approves what a guest asked for',
    details:
      'What it costs is owed from now on: with a balance that is still to come, else within 24 hours. The guest gets a mail, with the way to pay where something is due.',
    body: noFields,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params }) {
      await approveExtra(ctx, params.code, params.id);
      return readHostedBooking(ctx, params.code);
    },
  })
  .on('decline', {
    summary: 'Declines what a guest asked for',
    details:
      'The guest reads the reason in a mail and on the page of the trip. What was paid for it goes back.',
    body: declineExtraRequest,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params, json }) {
      await declineExtra(ctx, params.code, params.id, json.reason);
      return readHostedBooking(ctx, params.code);
    },
  });

export const pendingExtrasApi = serve(pendingExtras, adminAccess).on('list', {
  summary: 'What guests ask for and nobody has decided',
  details:
    'Each with who comes and who leaves on the day in question; code is null for another channel’s guest.',
  response: pendingExtrasSchema,
  run: ({ ctx }) => listPendingExtras(ctx),
});
