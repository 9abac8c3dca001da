import { calls, get, post } from '../../../shared/http/calls.ts';
import type { ConflictChoice, ConflictDetail, ConflictList, MailPreview } from './contract.server.ts';

const uncertain = 'It is not certain whether this was done. Please look at the booking first.';

/** Nights that two channels sold. */
export const conflicts = calls('/admin/conflicts', {
  list: get<ConflictList>('', 'Failed to fetch the conflicts', {
    beyondSpec: { conflicts: [], channelConflicts: [] },
  }),
});

export const conflict = calls('/admin/conflicts/:id', {
  read: get<ConflictDetail>('', 'Failed to fetch the conflict'),
  preview: post<ConflictChoice, MailPreview>('/preview', 'The mail could not be shown.'),
  dismiss: post<undefined, ConflictList>('/dismiss', uncertain),
  resolve: post<ConflictChoice, ConflictList>('/resolve', uncertain),
});
