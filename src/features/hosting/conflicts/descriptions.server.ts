import type { Description } from '../../../platform/openapi/document.server.ts';
import {
  choiceSchema,
  conflictDetailSchema,
  conflictListSchema,
  mailPreviewSchema,
} from './conflict.schema.server.ts';

const refusals: Description['refusals'] = ['unauthenticated', 'forbidden', 'notFound'];
const changing: Description['refusals'] = [...refusals, 'invalid', 'conflict', 'unavailable'];

export const conflictDescriptions = {
  list: {
    summary: 'Stays of other channels over confirmed stays of ours, and over each other',
    details: 'Each stays here until one of the two is gone.',
    answer: conflictListSchema,
    refusals: ['unauthenticated', 'forbidden'],
  },
  detail: { summary: 'A conflict with its three ready choices', answer: conflictDetailSchema, refusals },
  dismiss: {
    summary: 'Closes a conflict of two channels whose events are one stay',
    details: 'Of channels that are linked to each other directly. It comes again only with other nights.',
    answer: conflictListSchema,
    refusals,
  },
  preview: {
    summary: 'The mail that a choice sends to the guest; nothing changes',
    body: choiceSchema,
    answer: mailPreviewSchema,
    refusals: changing,
  },
  resolve: {
    summary: 'Moves the guest to another home, offers other dates, or cancels with a refund and an apology',
    details:
      '409 price_changed where total or refund are not the figures any more, dates_taken where the nights are not free any more; 409 also where another host was faster, and nothing more is sent.',
    body: choiceSchema,
    answer: conflictListSchema,
    refusals: changing,
  },
} satisfies Record<string, Description>;
