import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isDate } from '../../../shared/forms/formats.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';

export const bookingStatuses = [
  'held',
  'requested',
  'confirmed',
  'expired',
  'released',
  'declined',
  'cancelled',
] satisfies BookingStatus[];

/** `latest`: the latest stay first; `arrival`: the next one first; `newest`: the last one booked first. */
export const bookingOrders = ['latest', 'arrival', 'newest'] as const;

export const filterNames = ['status', 'property', 'from', 'to', 'search', 'sort'] as const;

/** Which bookings the hosts' list shows; `null`: any. */
export interface BookingFilter {
  status: BookingStatus | null;
  property: string | null;
  /** Stays that touch these days, both inclusive. */
  from: string | null;
  to: string | null;
  /** Each is part of the code, the name or the address. */
  words: string[];
  sort: (typeof bookingOrders)[number];
}

export interface BookingPage {
  /** From 1. */
  page: number;
  limit: number;
}

/** Of more bookings a list has no totals: they are added up on demand, as the sums read every one of them. */
export const maxSummed = 1_000;

const maxSearchLength = 200;
const wholeNumber = /^[1-9]\d{0,5}$/;
const maxLimit = 200;
const defaultLimit = 50;

export const parseBookingFilter = (url: string): BookingFilter => parse(url, filterNames).filter;

/** As `parseBookingFilter`, with the page. */
export function parseBookingList(url: string): { filter: BookingFilter; paging: BookingPage } {
  const { filter, query } = parse(url, [...filterNames, 'page', 'limit']);
  const { page = '1', limit = String(defaultLimit) } = query;
  const fields: FieldErrors = {};
  if (!wholeNumber.test(page)) fields.page = 'The page must be a whole number, 1 or more';
  if (!wholeNumber.test(limit) || Number(limit) > maxLimit)
    fields.limit = `The limit must be from 1 to ${maxLimit}`;
  rejectAny(fields);
  return { filter, paging: { page: Number(page), limit: Number(limit) } };
}

type Query = { [Name in (typeof filterNames)[number] | 'page' | 'limit']?: string };

function parse(url: string, names: readonly (keyof Query)[]): { filter: BookingFilter; query: Query } {
  const query: Query = parseQueryParams(url, names);
  const { status = '', property, from, to, search = '', sort = 'latest' } = query;
  const fields = unstorableFields(query);
  const match = bookingStatuses.find((one) => one === status);
  const order = bookingOrders.find((one) => one === sort);
  if (status && !match) fields.status = 'There is no such status';
  if (!order) fields.sort = `There is no such order; there are ${bookingOrders.join(', ')}`;
  if (from && !isDate(from)) fields.from = 'From must be a valid date';
  if (to && !isDate(to)) fields.to = 'To must be a valid date';
  if (!fields.from && !fields.to && from && to && to < from) fields.to = 'To must not be before from';
  if (search.length > maxSearchLength)
    fields.search = `Please search for at most ${maxSearchLength} characters`;
  rejectAny(fields);
  return {
    query,
    filter: {
      status: match ?? null,
      property: property || null,
      from: from || null,
      to: to || null,
      words: search.split(/\s+/).filter(Boolean),
      sort: order ?? 'latest',
    },
  };
}

function rejectAny(fields: FieldErrors): void {
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', `${message}.`, { fields });
}
