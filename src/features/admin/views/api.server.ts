import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { success, successSchema } from '../../auth/contract.server.ts';
import { changeView, listViews, removeView, saveView } from './actions.server.ts';
import { savedView, savedViews } from './calls.ts';
import { viewBody, viewSchema, viewsQuery, viewsSchema } from './contract.server.ts';

export const savedViewsApi = serve(savedViews, adminAccess)
  .on('list', {
    summary: 'The saved lists of a table',
    query: viewsQuery,
    response: viewsSchema,
    errors: ['notFound'],
    run: async ({ ctx, query: { table = '' } }) => ({ data: await listViews(ctx, table) }),
  })
  .on('add', {
    summary: 'Saves a list for all hosts; a table can have 50',
    body: viewBody,
    response: viewSchema,
    status: 201,
    errors: ['notFound', 'conflict'],
    run: ({ ctx, json }) => saveView(ctx, json),
  });

export const savedViewApi = serve(savedView, adminAccess)
  .on('change', {
    summary: 'Renames or changes a saved list',
    body: viewBody,
    response: viewSchema,
    errors: ['notFound'],
    run: ({ ctx, params, json }) => changeView(ctx, params.id, json),
  })
  .on('remove', {
    summary: 'Deletes a saved list',
    response: successSchema,
    errors: ['notFound'],
    async run({ ctx, params }) {
      await removeView(ctx, params.id);
      return success;
    },
  });
