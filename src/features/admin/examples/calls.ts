import { get, post } from '../../../shared/http/calls.ts';
import { adminCalls } from '../calls/admin-calls.ts';
import type {
  ClaimRequest,
  ExampleList,
  ExamplesClaimed,
  ExamplesRemoved,
  ExamplesRestored,
  RemoveRequest,
} from './contract.server.ts';

export const examples = adminCalls('/admin/examples', {
  list: get<ExampleList>('', 'The examples could not be loaded.'),
  claim: post<ClaimRequest, ExamplesClaimed>('/keep', 'The examples could not be kept.'),
  remove: post<RemoveRequest, ExamplesRemoved>('/remove', 'The examples could not be removed.'),
});

export const exampleRemoval = adminCalls('/admin/examples/removals/:id', {
  undo: post<undefined, ExamplesRestored>('/undo', 'The examples could not be restored.'),
});
