import { calls, post } from '../../../shared/http/calls.ts';
import type {
  PartyChange,
  SentPartyChange,
  SentPartyRequest,
} from '../../bookings/corrections/contract.server.ts';

const failed = 'That did not work. Please try again.';

export const bookingParty = calls('/admin/bookings/:code/party', {
  preview: post<SentPartyRequest, PartyChange>('/preview', failed),
  change: post<SentPartyChange, PartyChange>('', failed),
});
