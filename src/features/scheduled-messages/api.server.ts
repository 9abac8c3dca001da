import Type from 'typebox';
import { serve } from '../../platform/http/serve.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { adminAccess } from '../auth/access.server.ts';
import {
  listRuleDates,
  previewMessage,
  readBookingMessages,
  readForecast,
  sendNow,
  skipMessage,
} from './actions.server.ts';
import { bookingMessages, messageRules, scheduledMessage, scheduledMessages } from './calls.ts';
import {
  draftRule,
  forecastQuery,
  previewRequest,
  previewSchema,
  ruleDatesSchema,
  scheduledMessageSchema,
} from './contract.server.ts';
import { maxForecastDays, toForecastDays } from './forecast.ts';

export const scheduledMessagesApi = serve(scheduledMessages, adminAccess).on('forecast', {
  summary: 'What goes out to guests by itself, what went out, and why something did not',
  details: `At most ${maxForecastDays} days, the next 14 if left out; at most 5,000 messages.`,
  query: forecastQuery,
  response: Type.Array(scheduledMessageSchema),
  run: ({ ctx, query }) => readForecast(ctx, toForecastDays(query, todayAtProperty(ctx.now()))),
});

export const scheduledMessageApi = serve(scheduledMessage, adminAccess)
  .on('send', {
    summary: 'Sends a message now',
    details: 'Also one that was skipped.',
    response: scheduledMessageSchema,
    errors: [
      'notFound',
      'conflict: already_sent',
      'conflict: cancelled',
      'conflict: not_confirmed',
      'conflict: no_address',
    ],
    run: ({ ctx, params }) => sendNow(ctx, params.id),
  })
  .on('skip', {
    summary: 'Skips a message: it is not sent by itself any more',
    response: scheduledMessageSchema,
    errors: ['notFound', 'conflict: already_sent', 'conflict: cancelled', 'conflict: not_confirmed'],
    run: ({ ctx, params }) => skipMessage(ctx, params.id),
  });

export const bookingMessagesApi = serve(bookingMessages, adminAccess).on('list', {
  summary: 'All that was and will be sent to the guest of a booking by itself',
  response: Type.Array(scheduledMessageSchema),
  errors: ['notFound'],
  run: ({ ctx, params }) => readBookingMessages(ctx, params.code),
});

export const messageRulesApi = serve(messageRules, adminAccess)
  .on('preview', {
    summary: 'A template as the guest of a booking would get it now, without the link of the review',
    body: previewRequest,
    response: previewSchema,
    errors: ['notFound'],
    run: ({ ctx, json }) => previewMessage(ctx, json),
  })
  .on('dates', {
    summary: 'When a rule with these values would go out for the next three stays',
    details: 'Takes every field of a rule; nothing is stored.',
    body: draftRule,
    response: ruleDatesSchema,
    run: ({ ctx, json }) => listRuleDates(ctx, json),
  });
