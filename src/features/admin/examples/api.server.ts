import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { claimExamples, listExamples, removeExamples, undoRemoval } from './actions.server.ts';
import { exampleRemoval, examples } from './calls.ts';
import {
  claimedSchema,
  claimRequest,
  exampleListSchema,
  removedSchema,
  removeRequest,
  restoredSchema,
} from './contract.server.ts';

export const examplesApi = serve(examples, adminAccess)
  .on('list', {
    summary: 'The examples that no host has saved, by their tables',
    response: exampleListSchema,
    run: ({ ctx }) => listExamples(ctx),
  })
  .on('claim', {
    summary: 'Makes examples the hosts’ own, as saving them would',
    body: claimRequest,
    response: claimedSchema,
    errors: ['notFound'],
    run: ({ ctx, json }) => claimExamples(ctx, json.table, json.ids),
  })
  .on('remove', {
    summary: 'Moves examples to the trash, of all tables or some',
    details: 'What a booking needs stays, with the reason. `undo` is an address to POST to.',
    body: removeRequest,
    response: removedSchema,
    run: ({ ctx, json }) => removeExamples(ctx, json.tables),
  });

export const exampleRemovalApi = serve(exampleRemoval, adminAccess).on('undo', {
  summary: 'Restores the examples that were removed in one act, once',
  response: restoredSchema,
  errors: ['notFound', 'conflict'],
  run: ({ ctx, params }) => undoRemoval(ctx, params.id),
});
