import { propertyTimeZone } from '../../../shared/dates.ts';
import { calls, get, post, remove } from '../../../shared/http/calls.ts';
import type {
  HostCalendar,
  NightBlock,
  OpenedNights,
  SentBlock,
  SentCalendarQuery,
} from './contract.server.ts';

export const hostCalendar = calls('/admin/calendar', {
  read: get<HostCalendar, SentCalendarQuery>('', 'Failed to fetch the calendar', {
    beyondSpec: { timeZone: propertyTimeZone, currency: 'usd' },
  }),
});

export const blocks = calls('/admin/blocks', {
  close: post<SentBlock, NightBlock>('', 'The nights could not be closed. Please try again.'),
});

export const closedNights = calls('/admin/blocks/:id', {
  open: remove<OpenedNights>('', 'The nights could not be opened. Please try again.'),
});
