import { calls, post, remove } from '../../../shared/http/calls.ts';
import type {
  Charge,
  ChargePreview,
  SentCharge,
  SentChargePreview,
} from '../../bookings/charges/contract.server.ts';

const failed = 'That did not work. Please try again.';

export const bookingCharges = calls('/admin/bookings/:code/charges', {
  preview: post<SentChargePreview, ChargePreview>('/preview', failed),
  add: post<SentCharge, Charge>('', failed),
});

export const bookingCharge = calls('/admin/bookings/:code/charges/:id', {
  void: remove<Charge>('', failed),
});
