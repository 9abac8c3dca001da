import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import {
  cleaningImageSchema,
  cleaningLinkSchema,
  cleaningSchema,
  hostTurnoverSchema,
  reportedSchema,
  reportSchema,
  turnoverChangeSchema,
  turnoverListSchema,
} from './turnover.schema.server.ts';

const hostsOnly = ['unauthenticated', 'forbidden'] satisfies Description['refusals'];
const day = Type.String({ format: 'date' });

export const turnoverDescriptions = {
  list: {
    summary: 'The work between departures and arrivals, by day',
    details: 'At most 92 days at once. Of stays that another channel sold, the number of guests is unknown.',
    query: {
      from: { schema: day, description: 'The first departure; today, unless it is given' },
      to: { schema: day, description: 'The last departure, inclusive; two weeks, unless it is given' },
    },
    answer: turnoverListSchema,
    refusals: ['invalid', ...hostsOnly],
  },
  change: {
    summary: 'Gives a turnover to a cleaner, leaves a note, or sets its status',
    details: 'What is left out stays as it is. Hosts may set any status.',
    body: turnoverChangeSchema,
    answer: hostTurnoverSchema,
    refusals: [...hostsOnly, 'notFound'],
  },
  link: {
    summary: 'Makes a new link for a cleaner; the old one ends',
    answer: cleaningLinkSchema,
    refusals: [...hostsOnly, 'notFound'],
  },
  cleaning: {
    summary: 'What a cleaner has to do today and in the next 30 days',
    details:
      'The token of the link is the only key. Of the guests it says no more than how many come next. What was left undone in the last 7 days stands in it, too.',
    answer: cleaningSchema,
    refusals: ['invalid', 'notFound'],
  },
  photo: {
    summary: 'Uploads a picture for a report',
    details: 'At most 60 in an hour for each link. Send an Origin header.',
    bodyType: 'multipart/form-data',
    body: Type.Object({ file: Type.String({ format: 'binary' }) }),
    answer: cleaningImageSchema,
    refusals: ['invalid', 'notFound', 'tooLarge', 'unsupportedType', 'tooMany', 'unavailable'],
  },
  report: {
    summary: 'A cleaner has done a turnover, or has a problem with it',
    details:
      'A problem may become done. 409 too_early before the day of the departure, already_done after it is done. The same Idempotency-Key again gets the same answer. At most 30 in an hour for each link.',
    headers: { 'Idempotency-Key': { schema: Type.String(), description: 'New for each report' } },
    body: reportSchema,
    answer: reportedSchema,
    refusals: ['notFound', 'conflict', 'tooMany'],
  },
} satisfies Record<string, Description>;
