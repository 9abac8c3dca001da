import { get, post } from '../../../shared/http/calls.ts';
import { adminCalls } from '../calls/admin-calls.ts';
import { loadFailed } from '../calls/calls.ts';
import type { RestoredRows, RestoreRequest, TrashPage, TrashParams } from './contract.server.ts';

const restoreFailed = 'Failed to restore row';

export const trash = adminCalls('/admin/trash', {
  list: get<TrashPage, TrashParams>('', loadFailed),
  /** Restores all of the rows, or none. */
  restore: post<RestoreRequest, RestoredRows>('/restore', restoreFailed),
});

export const trashEntry = adminCalls('/admin/trash/:entry', {
  restore: post<undefined, { row: object | undefined }>('/restore', restoreFailed),
});
