import { calls, get, post } from '../../shared/http/calls.ts';
import type {
  ForecastMessage,
  ForecastQuery,
  Preview,
  PreviewRequest,
  RuleDates,
  SentDraftRule,
} from './contract.server.ts';

const loadFailed = 'The messages could not be loaded';
const changeFailed = 'That did not work. Please try again.';

const beyondSpec: Pick<ForecastMessage, 'can' | 'templateId'> = { can: [], templateId: null };

/** Messages that go out to guests by themselves. */
export const scheduledMessages = calls('/admin/messages', {
  forecast: get<ForecastMessage[], ForecastQuery>('/forecast', loadFailed, { beyondSpec }),
});
export const scheduledMessage = calls('/admin/messages/:id', {
  send: post<undefined, ForecastMessage>('/send', changeFailed, { beyondSpec }),
  skip: post<undefined, ForecastMessage>('/skip', changeFailed, { beyondSpec }),
});
export const bookingMessages = calls('/admin/bookings/:code/scheduled-messages', {
  list: get<ForecastMessage[]>('', loadFailed, { beyondSpec }),
});
export const messageRules = calls('/admin/message-rules', {
  preview: post<PreviewRequest, Preview>('/preview', loadFailed),
  dates: post<SentDraftRule, RuleDates>('/dates', loadFailed),
});
