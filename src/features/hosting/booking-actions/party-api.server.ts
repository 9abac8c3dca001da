import { serve } from '../../../platform/http/serve.server.ts';
import { requiredIdempotencyKey } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { changeParty, previewParty } from '../../bookings/corrections/change-party.server.ts';
import {
  partyChangeSchema,
  partyPreviewRequest,
  partyRequest,
} from '../../bookings/corrections/contract.server.ts';
import { bookingParty } from './party-calls.ts';

const errors = [
  'notFound',
  'invalid: too_many_guests',
  'invalid: too_many_pets',
  'conflict: not_confirmed',
] as const;

export const bookingPartyApi = serve(bookingParty, adminAccess)
  .on('preview', {
    summary: 'What another party of a confirmed stay costs or gives back',
    details:
      'Nothing changes. Extra guests, pets and the taxes on them are priced by the rows as they were booked; nights, discounts and promotions keep their amounts.',
    body: partyPreviewRequest,
    response: partyChangeSchema,
    errors,
    run: ({ ctx, params, json }) => previewParty(ctx, params.code, json),
  })
  .on('change', {
    summary: 'Changes the party of a confirmed stay',
    details:
      'What is more goes into a balance that is still to come, else it is open at once and asked for by mail; what is less goes back, whatever the cancellation policy says. 409 price_changed with the new total, payment_under_way while a bank works on a payment. The same Idempotency-Key changes it once.',
    headers: {
      'Idempotency-Key': requiredIdempotencyKey(
        'New for each change',
        'Please send an Idempotency-Key header, new for each change.',
      ),
    },
    body: partyRequest,
    response: partyChangeSchema,
    errors: [...errors, 'conflict: price_changed', 'conflict: payment_under_way', 'unavailable'],
    run: ({ ctx, params, json, headers }) => changeParty(ctx, params.code, json, headers['Idempotency-Key']),
  });
