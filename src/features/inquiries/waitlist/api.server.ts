import { guestAccess, publicAccess, serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { nightsWaitlist } from '../../bookings/checkout/calls.ts';
import { joinWaitlist, leaveWaitlist } from './actions.server.ts';
import { waitlist, waitlistLeave } from './calls.ts';
import { joined, leaveQuery, left, waitlistRequest } from './contract.server.ts';
import { joinNightsWaitlist, nightsRequest } from './nights.server.ts';

export const waitlistApi = serve(waitlist, publicAccess).on('join', {
  summary: 'Joins the list of those who want to hear when a home can be booked',
  details:
    'Once per home and address; the answer is the same for an address that is on the list already. A mail confirms ' +
    'it and carries a link to leave. 10 per client address in an hour, and 30 that are refused.',
  query: anyQuery,
  body: waitlistRequest,
  response: joined,
  errors: ['notFound', 'tooMany'],
  run: async ({ ctx, json }) => ({ success: true, message: await joinWaitlist(ctx, json) }),
});

export const waitlistLeaveApi = serve(waitlistLeave, publicAccess).on('leave', {
  isOpenWhenClosed: true,
  summary: 'Leaves the list, by the token of a mail',
  details: 'Mail programs post here by themselves (RFC 8058).',
  query: leaveQuery,
  response: left,
  errors: ['tooMany'],
  async run({ ctx, query: { token } }) {
    await leaveWaitlist(ctx, token);
    return { success: true } as const;
  },
});

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
