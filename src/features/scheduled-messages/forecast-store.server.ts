import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import type { MessageReason } from '../../db/schema/scheduled-messages.ts';
import { isAccessUndeliverable, isArrivalWithheld } from '../bookings/record/access-mails-store.server.ts';

const bookingColumns = [
  'bookings.id as bookingId',
  'bookings.code',
  'bookings.key_version',
  'bookings.name',
  'bookings.email',
  'bookings.status as bookingStatus',
  'bookings.property_id',
  'bookings.checkin',
  'bookings.checkout',
  'bookings.guests',
  'bookings.open_cents',
  'bookings.currency',
  'bookings.early_check_in',
  'bookings.late_check_out',
  'properties.title',
  'properties.check_in_from as checkInFrom',
  'properties.check_out_until as checkOutUntil',
] as const;

const messages = (db: Db) =>
  db
    .selectFrom('scheduled_messages as message')
    .innerJoin('bookings', 'bookings.id', 'message.booking_id')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .leftJoin('message_rules as rule', 'rule.id', 'message.rule_id')
    .leftJoin('message_templates as template', 'template.id', 'rule.template_id')
    .select(bookingColumns)
    .select(['message.id', 'message.due_at as dueAt', 'message.status', 'message.sent_at as sentAt'])
    .select(['message.subject as sentSubject', 'rule.name as rule', 'rule.template_id as templateId'])
    .select(['template.name as template', 'template.subject as templateSubject'])
    .select(
      sql<MessageReason | null>`case when message.status = 'planned' and rule.only_if_paid and open_cents > 0
        then 'not_paid' else message.reason end`.as('reason'),
    )
    .orderBy('message.due_at')
    .orderBy('message.id');

export type ForecastRow = Awaited<ReturnType<typeof messagesBetween>>[number];

/** @param until exclusive */
export const messagesBetween = (db: Db, { from, until }: { from: Date; until: Date }, limit: number) =>
  messages(db).where('message.due_at', '>=', from).where('message.due_at', '<', until).limit(limit).execute();

/** Messages that are not sent yet, the next first. */
export const plannedMessages = (db: Db, until: Date, limit: number) =>
  messages(db)
    .where(sql<boolean>`message.status = 'planned' and message.reason is null`)
    .where('message.due_at', '<', until)
    .where('bookings.status', '=', 'confirmed')
    .limit(limit)
    .execute();

export const messagesOfBooking = (db: Db, bookingId: string) =>
  messages(db).where('message.booking_id', '=', bookingId).execute();

export const messageWithStay = (db: Db, id: string) =>
  messages(db).where('message.id', '=', id).executeTakeFirst();

const arrivals = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(bookingColumns)
    .select(['bookings.arrival_sent_at as sentAt', 'bookings.confirmed_at as confirmedAt'])
    .select(isAccessUndeliverable.as('isUndeliverable'))
    .select(isArrivalWithheld.as('isWithheld'))
    .where('bookings.status', 'in', ['confirmed', 'cancelled'])
    .where((row) =>
      row.or([row('arrival_sent_at', 'is not', null), row('bookings.status', '=', 'confirmed')]),
    )
    .where('bookings.email', '<>', '')
    // The arrival mail does not go out while hosts have filled in none of these fields.
    .where((row) =>
      row.or([
        row('arrival_sent_at', 'is not', null),
        row('street_address', '<>', ''),
        row('access_notes', '<>', ''),
        row('access_code', '<>', ''),
      ]),
    )
    .orderBy('checkin')
    .orderBy('bookings.id');

export type ArrivalRow = Awaited<ReturnType<typeof arrivalsBetween>>[number];

/**
 * Lists the stays that check in on these days (inclusive) with an arrival mail.
 * @param which `unsent`: only those whose mail was not sent yet
 */
export const arrivalsBetween = (
  db: Db,
  { from, until }: { from: string; until: string },
  limit: number,
  which: 'all' | 'unsent' = 'all',
) =>
  arrivals(db)
    .where('checkin', '>=', from)
    .where('checkin', '<=', until)
    .$if(which === 'unsent', (query) =>
      query
        .where('arrival_sent_at', 'is', null)
        .where('bookings.status', '=', 'confirmed')
        .where(({ not }) => not(isArrivalWithheld)),
    )
    .limit(limit)
    .execute();

export const arrivalOfBooking = (db: Db, bookingId: string) =>
  arrivals(db).where('bookings.id', '=', bookingId).executeTakeFirst();

/** Confirmed stays to come, the next check-in first. */
export const nextStays = (
  db: Db,
  { today, propertyId, limit }: { today: string; propertyId: string | null; limit: number },
) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', 'name', 'title', 'checkin', 'checkout', 'confirmed_at', 'bookings.created_at'])
    .where('bookings.status', '=', 'confirmed')
    .where('checkin', '>=', today)
    .$if(propertyId !== null, (query) => query.where('property_id', '=', propertyId ?? ''))
    .orderBy('checkin')
    .orderBy('bookings.id')
    .limit(limit)
    .execute();
