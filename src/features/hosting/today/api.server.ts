import { Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminErrors } from '../../admin/calls/admin-route.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { readToday } from './actions.server.ts';
import { donePaymentSchema, noteSchema, todaySchema } from './today.schema.server.ts';
import { completeUnknownPayment, parseNote } from './unknown-payment.server.ts';

export const todayApi = new Hono<ApiEnv>()
  .get(
    '/admin/today',
    describeRoute({
      summary: 'What hosts need to know now',
      details:
        'Days are those of the homes’ zone. Stays that other channels sold are among arrivals, departures and in house, without a code.',
      answer: todaySchema,
      refusals: adminErrors,
    }),
    adminOnly(),
    async (c) => {
      noStore(c);
      return c.json(await readToday(c.get('ctx')));
    },
  )
  .post(
    '/admin/unknown-payments/:id/done',
    describeRoute({
      summary: 'A host has dealt with a payment whose booking is not in the books',
      details:
        'It leaves Today, until its bank disputes it. Repeated calls, also of other hosts, change nothing and name the first one.',
      body: noteSchema,
      answer: donePaymentSchema,
      refusals: ['unauthenticated', 'forbidden', 'notFound', 'invalid'],
    }),
    adminOnly(),
    jsonBody<{ note: string }, Static<typeof noteSchema>>(parseNote),
    async (c) => {
      noStore(c);
      return c.json(await completeUnknownPayment(c.get('ctx'), c.req.param('id'), c.req.valid('json')));
    },
  );
