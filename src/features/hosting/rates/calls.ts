import { calls, post, put } from '../../../shared/http/calls.ts';
import { request } from '../../../shared/http/request.ts';
import type { RateEffect, RatesChanged, RatesUndone, SentRateChange } from './contract.server.ts';

const undoFailed = 'The change could not be undone. Please try again.';

export const rates = calls('/admin/rates', {
  preview: post<SentRateChange, RateEffect>('/preview', 'Failed to fetch the effect'),
  change: put<SentRateChange, RatesChanged>(
    '/range',
    'The rates could not be changed. Trying again does no harm.',
  ),
});

export const rateChanges = calls('/admin/rates/changes/:id', {
  undo: post<undefined, RatesUndone>('/undo', undoFailed),
});

/** @param path the `undo` of a change */
export const undoRates = (path: string): Promise<RatesUndone> =>
  request(globalThis.fetch, path, undoFailed, { method: 'POST' });
