import type { Static } from 'typebox';
import { AppError } from '../../../shared/errors.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { parseCalendarQuery } from '../calendar/calendar.ts';
import type { blockSchema, hostCalendarSchema } from './descriptions.server.ts';

export type HostCalendar = Static<typeof hostCalendarSchema>;
/** What the screen has read so far, and the names of all homes. */
export type LoadedCalendar = HostCalendar & { homes: { id: string; slug: string; title: string }[] };
export type CalendarProperty = HostCalendar['properties'][number];
export type HostDay = CalendarProperty['days'][number];

export type Block = Static<typeof blockSchema>;
export type NewBlock = Omit<Block, 'id'>;

export interface HostCalendarQuery {
  from: string;
  to: string;
  /** From 1; `null` for every home. */
  page: number | null;
  /** The slug of the one home that is read; `null` for every home. */
  property: string | null;
}

const pageForm = /^[1-9]\d{0,3}$/;

/** @throws AppError `invalid` */
export function parseHostCalendarQuery(url: string): HostCalendarQuery {
  const { page, property = null, ...days } = parseQueryParams(url, ['from', 'to', 'page', 'property']);
  if (page !== undefined && !pageForm.test(page))
    throw new AppError('invalid', 'The page must be a whole number, 1 or more.', {
      fields: { page: 'The page must be a whole number, 1 or more' },
    });
  const range = parseCalendarQuery(`?${new URLSearchParams(days)}`);
  return { ...range, page: page === undefined ? null : Number(page), property };
}
