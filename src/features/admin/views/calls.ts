import { get, post, put, removeOnly } from '../../../shared/http/calls.ts';
import { adminCalls } from '../calls/admin-calls.ts';
import { loadFailed } from '../calls/calls.ts';
import type { NewView, SavedView, SavedViewList, ViewsParams } from './contract.server.ts';

const saveFailed = 'Failed to save the view';

export const savedViews = adminCalls('/admin/views', {
  list: get<SavedViewList, ViewsParams>('', loadFailed),
  add: post<NewView, SavedView>('', saveFailed),
});

export const savedView = adminCalls('/admin/views/:id', {
  change: put<NewView, SavedView>('', saveFailed),
  remove: removeOnly('', 'Failed to delete the view'),
});
