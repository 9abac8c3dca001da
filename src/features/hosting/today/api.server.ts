import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { readToday } from './actions.server.ts';
import { hostsDay, unknownPayment } from './calls.ts';
import { doneNote, donePaymentSchema, todaySchema } from './contract.server.ts';
import { completeUnknownPayment } from './unknown-payment.server.ts';

export const todayApi = serve(hostsDay, adminAccess).on('read', {
  summary: 'What hosts need to know now',
  details:
    'Days are those of the homes’ zone. Stays that other channels sold are among arrivals, departures and in house, without a code.',
  response: todaySchema,
  run: ({ ctx }) => readToday(ctx),
});

export const unknownPaymentApi = serve(unknownPayment, adminAccess).on('complete', {
  summary: 'A host has dealt with a payment whose booking is not in the ledger',
  details:
    'It leaves Today, until its bank disputes it. Repeated calls, also of other hosts, change nothing and name the first one.',
  body: doneNote,
  response: donePaymentSchema,
  errors: ['notFound'],
  run: ({ ctx, params, json }) => completeUnknownPayment(ctx, params.id, json),
});
