import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { changeRates, previewRateChange, undoRateChange } from './actions.server.ts';
import { rateChanges, rates } from './calls.ts';
import { changedSchema, effectSchema, rateChange, undoneSchema } from './contract.server.ts';

export const ratesApi = serve(rates, adminAccess)
  .on('preview', {
    summary: 'What a change of prices or rules would do; nothing is changed',
    details: 'Both nights are part of the range, at most 750 nights, at most 100 homes.',
    body: rateChange,
    response: effectSchema,
    errors: ['notFound'],
    run: ({ ctx, json }) => previewRateChange(ctx, json),
  })
  .on('change', {
    summary: 'Sets prices and rules of a range of nights, above every rate that stands there',
    details:
      'What is left out stays as it is, but a price without one for weekends is for every night. The same change again, while its rates are untouched, changes nothing and gives the same answer.',
    body: rateChange,
    response: changedSchema,
    errors: ['notFound'],
    run: ({ ctx, json }) => changeRates(ctx, json),
  });

export const rateChangesApi = serve(rateChanges, adminAccess).on('undo', {
  summary: 'Takes a change of prices and rules back, once',
  details: '409 when it has been taken back already, or when any rate of those nights has changed since.',
  response: undoneSchema,
  errors: ['notFound', 'conflict'],
  run: ({ ctx, params }) => undoRateChange(ctx, params.id),
});
