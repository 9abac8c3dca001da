import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { dismissChannelConflict, listConflicts, readConflict } from './actions.server.ts';
import { conflict, conflicts } from './calls.ts';
import {
  conflictChoice,
  conflictDetailSchema,
  conflictListSchema,
  mailPreviewSchema,
} from './contract.server.ts';
import { previewChoice, resolveConflict } from './resolve.server.ts';

export const conflictsApi = serve(conflicts, adminAccess).on('list', {
  summary: 'Stays of other channels over confirmed stays of ours, and over each other',
  details: 'Each stays here until one of the two is gone.',
  response: conflictListSchema,
  run: ({ ctx }) => listConflicts(ctx),
});

export const conflictApi = serve(conflict, adminAccess)
  .on('read', {
    summary: 'A conflict with its three ready choices',
    response: conflictDetailSchema,
    errors: ['notFound'],
    run: ({ ctx, params }) => readConflict(ctx, params.id),
  })
  .on('dismiss', {
    summary: 'Closes a conflict of two channels whose events are one stay',
    details: 'Of channels that are linked to each other directly. It comes again only with other nights.',
    response: conflictListSchema,
    errors: ['notFound'],
    run: ({ ctx, params }) => dismissChannelConflict(ctx, params.id),
  })
  .on('preview', {
    summary: 'The mail that a choice sends to the guest; nothing changes',
    body: conflictChoice,
    response: mailPreviewSchema,
    errors: ['notFound', 'conflict: price_changed', 'conflict: dates_taken', 'unavailable'],
    run: ({ ctx, params, json }) => previewChoice(ctx, params.id, json),
  })
  .on('resolve', {
    summary: 'Moves the guest to another home, offers other dates, or cancels with a refund and an apology',
    details:
      '409 price_changed where total or refund are not the figures any more, dates_taken where the nights are not free any more; 409 also where another host was faster, and nothing more is sent.',
    body: conflictChoice,
    response: conflictListSchema,
    errors: ['notFound', 'conflict: price_changed', 'conflict: dates_taken', 'unavailable'],
    run: ({ ctx, params, json }) => resolveConflict(ctx, params.id, json),
  });
