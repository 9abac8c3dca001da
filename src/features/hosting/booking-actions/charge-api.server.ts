import { serve } from '../../../platform/http/serve.server.ts';
import { requiredIdempotencyKey } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { chargeGuest, previewCharge } from '../../bookings/charges/charge-guest.server.ts';
import {
  chargePreviewRequest,
  chargePreviewSchema,
  chargeRequest,
  chargeSchema,
} from '../../bookings/charges/contract.server.ts';
import { voidCharge } from '../../bookings/charges/void-charge.server.ts';
import { bookingCharge, bookingCharges } from './charge-calls.ts';

const errors = ['notFound', 'invalid: charge_too_high', 'conflict: not_confirmed'] as const;

export const bookingChargesApi = serve(bookingCharges, adminAccess)
  .on('preview', {
    summary: 'The bill of a confirmed stay before and after a charge',
    details: 'Nothing changes.',
    body: chargePreviewRequest,
    response: chargePreviewSchema,
    errors,
    run: ({ ctx, params, json }) => previewCharge(ctx, params.code, json),
  })
  .on('add', {
    summary: 'Charges the guest of a confirmed stay for something beside its price',
    details:
      'A line of the bill, at most the total before it and $2,000. link: a mailed payment page, due at once, beside a balance that is still to come; card: the stored card of a guest who agreed to later charges, at once; elsewhere: a payment that was made. charge_too_high, no_card, disputed, payment_under_way while another payment is on its way. A declined card leaves it open, with a link in a mail. The same Idempotency-Key charges once.',
    headers: {
      'Idempotency-Key': requiredIdempotencyKey(
        'New for each charge',
        'Please send an Idempotency-Key header, new for each charge.',
      ),
    },
    body: chargeRequest,
    response: chargeSchema,
    status: 201,
    errors: [
      ...errors,
      'conflict: no_card',
      'conflict: disputed',
      'conflict: payment_under_way',
      'unavailable',
    ],
    run: ({ ctx, params, json, headers }) => chargeGuest(ctx, params.code, json, headers['Idempotency-Key']),
  });

export const bookingChargeApi = serve(bookingCharge, adminAccess).on('void', {
  summary: 'Takes a charge back that nobody has paid',
  details: 'Its guest has a mail about it. already_paid, already_decided, payment_under_way otherwise.',
  response: chargeSchema,
  errors: [
    'notFound',
    'conflict: already_paid',
    'conflict: already_decided',
    'conflict: payment_under_way',
    'unavailable',
  ],
  run: ({ ctx, params }) => voidCharge(ctx, params.code, params.id),
});
