import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { readHostCalendar } from './actions.server.ts';
import { closeNights, openNights } from './blocks.server.ts';
import { blocks, closedNights, hostCalendar } from './calls.ts';
import {
  blockSchema,
  hostCalendarQuery,
  hostCalendarSchema,
  newBlock,
  openedSchema,
} from './contract.server.ts';

export const hostCalendarApi = serve(hostCalendar, adminAccess).on('read', {
  summary: 'Every home of the hosts day by day, with bookings, closed nights and events of other channels',
  details:
    'Homes that are not listed, too. Bookings, closed nights and events that only begin or end in the range come whole.',
  query: hostCalendarQuery,
  response: hostCalendarSchema,
  run: ({ ctx, query }) => readHostCalendar(ctx, query),
});

export const blocksApi = serve(blocks, adminAccess).on('close', {
  summary: 'Closes nights of a home',
  details:
    'Both nights are closed. 409 with the code of the booking that has some of them. The same nights with the same note again give the block that is there.',
  body: newBlock,
  response: blockSchema,
  status: 201,
  errors: ['notFound', 'conflict: dates_taken'],
  run: ({ ctx, json }) => closeNights(ctx, json),
});

export const closedNightsApi = serve(closedNights, adminAccess).on('open', {
  summary: 'Opens closed nights again',
  response: openedSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => openNights(ctx, params.id),
});
