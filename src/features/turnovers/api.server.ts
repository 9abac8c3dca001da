import { allowSlowBody } from '../../platform/http/body.server.ts';
import { bookedAccess, serve } from '../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../platform/http/shapes.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { cleanerLink, cleaning, cleaningTurnover, hostedTurnover, hostedTurnovers } from './calls.ts';
import {
  findCleaner,
  readCleaning,
  reportTurnover,
  undoDone,
  uploadCleaningImage,
} from './cleaning.server.ts';
import {
  cleaningImageSchema,
  cleaningLinkSchema,
  cleaningSchema,
  daysQuery,
  hostTurnoverSchema,
  imageForm,
  reportedSchema,
  turnoverChange,
  turnoverListSchema,
  turnoverReport,
} from './contract.server.ts';
import { changeTurnover, listTurnovers, renewCleaningLink } from './hosts.server.ts';

export const hostedTurnoversApi = serve(hostedTurnovers, adminAccess).on('list', {
  summary: 'The work between departures and arrivals, by day',
  details: 'At most 92 days at once. Of stays that another channel sold, the number of guests is unknown.',
  query: daysQuery,
  response: turnoverListSchema,
  run: ({ ctx, query }) => listTurnovers(ctx, query),
});

export const hostedTurnoverApi = serve(hostedTurnover, adminAccess).on('change', {
  summary: 'Gives a turnover to a cleaner, leaves a note, or sets its status',
  details: 'What is left out stays as it is. Hosts may set any status.',
  body: turnoverChange,
  response: hostTurnoverSchema,
  errors: ['notFound'],
  run: ({ ctx, params, json }) => changeTurnover(ctx, params.id, json),
});

export const cleanerLinkApi = serve(cleanerLink, adminAccess).on('renew', {
  summary: 'Makes a new link for a cleaner; the old one ends',
  response: cleaningLinkSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => renewCleaningLink(ctx, params.id),
});

export const cleaningApi = serve(cleaning, bookedAccess)
  .on('read', {
    summary: 'What a cleaner has to do today and in the next 30 days',
    details:
      'The token of the link is the only key. Of the guests it says no more than how many come next. What was left undone in the last 7 days stands in it, too.',
    response: cleaningSchema,
    errors: ['notFound'],
    run: async ({ ctx, params }) => readCleaning(ctx, await findCleaner(ctx, params.token)),
  })
  .on('uploadImage', {
    summary: 'Uploads a picture for a report',
    details: 'At most 60 in an hour for each link. Send an Origin header.',
    rawBody: imageForm,
    response: cleaningImageSchema,
    errors: ['notFound', 'tooLarge', 'unsupportedType', 'tooMany', 'unavailable'],
    async run({ ctx, params, c }) {
      const cleaner = await findCleaner(ctx, params.token);
      allowSlowBody(c);
      return uploadCleaningImage(ctx, cleaner, c.req.raw);
    },
  });

export const cleaningTurnoverApi = serve(cleaningTurnover, bookedAccess)
  .on('report', {
    summary: 'A cleaner has done a turnover, or has a problem with it',
    details:
      'A problem may become done. 409 too_early before the day of the departure, already_done after it is done. The same Idempotency-Key again gets the same answer, and 409 other_report with another report. At most 30 in an hour for each link.',
    headers: { 'Idempotency-Key': idempotencyKey('New for each report') },
    body: turnoverReport,
    response: reportedSchema,
    errors: [
      'notFound',
      'conflict: too_early',
      'conflict: already_done',
      'conflict: other_report',
      'tooMany',
    ],
    async run({ ctx, params, json, headers }) {
      const cleaner = await findCleaner(ctx, params.token);
      return reportTurnover(ctx, cleaner, { ...json, id: params.id, key: headers['Idempotency-Key'] });
    },
  })
  .on('undo', {
    summary: 'Takes “Done” back: what was reported before stands again',
    details:
      'Within 10 minutes of doneAt; 409 too_late after it, not_done where nothing is to be taken back. Again, it changes nothing. Counted with the reports.',
    response: reportedSchema,
    errors: ['notFound', 'conflict: too_late', 'conflict: not_done', 'tooMany'],
    async run({ ctx, params }) {
      return undoDone(ctx, await findCleaner(ctx, params.token), params.id);
    },
  });
