import { Hono } from 'hono';
import Type, { type Static } from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { guestAccess, serve } from '../../../platform/http/serve.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { nightsWaitlist } from '../../bookings/checkout/calls.ts';
import { parseSubmission, spamSignalFields } from '../spam/spam-check.ts';
import { joinWaitlist, leaveWaitlist } from './actions.server.ts';
import { joinNightsWaitlist, nightsRequest } from './nights.server.ts';
import type { WaitlistRequest } from './waitlist.ts';

const entry = {
  type: 'object',
  required: ['propertyId', 'email'],
  properties: {
    propertyId: { type: 'string', format: 'uuid' },
    email: { type: 'string', format: 'email', maxLength: 254 },
    ...spamSignalFields,
  },
};
const joined = Type.Object({ success: Type.Literal(true), message: Type.String() });
const left = Type.Object({ success: Type.Literal(true) });

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const waitlistApi = new Hono<ApiEnv>()
  .post(
    '/notify',
    describeRoute({
      summary: 'Joins the list of those who want to hear when a home can be booked',
      details:
        'Once per home and address; the answer is the same for an address that is on the list already. A mail confirms ' +
        'it and carries a link to leave. 10 per client address in an hour, and 30 that are refused.',
      body: entry,
      answer: joined,
      refusals: ['invalid', 'notFound', 'tooLarge', 'unsupportedType', 'tooMany'],
    }),
    jsonBody<WaitlistRequest>((input) => {
      const { fields, signals } = parseSubmission(input);
      return { propertyId: toText(fields.propertyId), email: toText(fields.email), ...signals };
    }),
    async (c) => {
      const message = await joinWaitlist(c.get('ctx'), c.req.valid('json'));
      const response: Static<typeof joined> = { success: true, message };
      return c.json(response);
    },
  )
  .post(
    '/notify/leave',
    describeRoute({
      summary: 'Leaves the list, by the token of a mail',
      details:
        'Mail programs post here by themselves (RFC 8058). The page that a person reads posts a form, and is led back.',
      answer: left,
      refusals: ['invalid', 'tooMany'],
    }),
    async (c) => {
      await leaveWaitlist(c.get('ctx'), c.req.query('token') ?? '');
      if (c.req.header('Accept')?.includes('text/html')) return c.redirect('/notify/leave?left=1', 303);
      const response: Static<typeof left> = { success: true };
      return c.json(response);
    },
  );

export const nightsWaitlistApi = serve(nightsWaitlist, guestAccess).on('join', {
  summary: 'Waits for nights of a home that are taken',
  details:
    'A mail comes when they open, with a link that leaves the list. The answer is the same for an address that waits already. nights_free: they can be booked. 10 per client address in an hour, with those of POST /api/notify, and 10 per e-mail address in a day.',
  body: nightsRequest,
  response: joined,
  status: 201,
  errors: ['notFound', 'conflict: nights_free', 'tooMany'],
  run: async ({ ctx, json }) => ({ success: true, message: await joinNightsWaitlist(ctx, json) }),
});
