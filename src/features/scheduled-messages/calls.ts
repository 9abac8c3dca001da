import { calls, get, post } from '../../shared/http/calls.ts';
import { listOf, objectWith } from '../../shared/http/request.ts';
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

const parse = objectWith<Omit<ForecastMessage, 'can' | 'templateId' | 'isUndeliverable'>, ForecastMessage>({
  can: [],
  templateId: null,
  isUndeliverable: false,
});

/** Messages that go out to guests by themselves. */
export const scheduledMessages = calls('/admin/messages', {
  forecast: get<ForecastMessage[], ForecastQuery>('/forecast', loadFailed, { parse: listOf(parse) }),
});
export const scheduledMessage = calls('/admin/messages/:id', {
  send: post<undefined, ForecastMessage>('/send', changeFailed, { parse }),
  skip: post<undefined, ForecastMessage>('/skip', changeFailed, { parse }),
});
export const bookingMessages = calls('/admin/bookings/:code/scheduled-messages', {
  list: get<ForecastMessage[]>('', loadFailed, { parse: listOf(parse) }),
});
export const messageRules = calls('/admin/message-rules', {
  preview: post<PreviewRequest, Preview>('/preview', loadFailed),
  dates: post<SentDraftRule, RuleDates>('/dates', loadFailed),
});
