import type { Description } from '../../../platform/openapi/document.server.ts';
import { movePreviewSchema, moveRequestSchema } from '../moving/move.schema.server.ts';
import { hostedDetailSchema } from './descriptions.server.ts';

const refusals = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'notFound',
  'conflict',
  'unavailable',
] satisfies Description['refusals'];

export const movingDescriptions = {
  preview: {
    summary: 'What moving a stay to other dates or another home costs or gives back',
    details:
      'Nothing changes. Rules for guests are named in overrides and do not stand in the way; nights that are taken do: 409 dates_taken with the nearest free stays.',
    body: moveRequestSchema,
    answer: movePreviewSchema,
    refusals,
  },
  move: {
    summary: 'Moves a confirmed stay to other dates or another home',
    details:
      'What is too much is refunded at once; what is open is due on the day of a deposit’s balance, or the guest gets a payment link. 409 dates_taken with the nearest free stays, price_changed where total is not the price any more. Repeated, it changes nothing.',
    body: moveRequestSchema,
    answer: hostedDetailSchema,
    refusals,
  },
} satisfies Record<string, Description>;
