import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { Inquiry } from './inquiry.schema.ts';

/** Serializes the inquiries of one address until the transaction ends. */
export const lockSender = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('inquiry:' || ${email}::text, 0))`.execute(tx);

export async function hasSameInquiry(db: Db, inquiry: Inquiry, since: Date): Promise<boolean> {
  const duplicate = await db
    .selectFrom('inquiries')
    .select('id')
    .where('created_at', '>', since)
    .where('email', '=', inquiry.email)
    .where('name', '=', inquiry.name)
    .where('phone', '=', inquiry.phone)
    .where('property_title', '=', inquiry.property)
    .where('check_in', '=', inquiry.checkin)
    .where('check_out', '=', inquiry.checkout)
    .where('guests', '=', inquiry.guests)
    .where('message', '=', inquiry.message)
    .limit(1)
    .executeTakeFirst();
  return duplicate !== undefined;
}

export async function countInquiries(db: Db, email: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('inquiries')
    .select((the) => the.fn.countAll<string>().as('count'))
    .where('created_at', '>', since)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertInquiry = (db: Db, inquiry: Inquiry) =>
  db
    .insertInto('inquiries')
    .values({
      id: inquiry.id,
      name: inquiry.name,
      email: inquiry.email,
      phone: inquiry.phone,
      property_title: inquiry.property,
      check_in: inquiry.checkin,
      check_out: inquiry.checkout,
      guests: inquiry.guests,
      message: inquiry.message,
      created_at: inquiry.receivedAt,
    })
    .execute();

export const listInquiries = (db: Db, email: string) =>
  db
    .selectFrom('inquiries')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'property_title as property',
      'check_in as checkin',
      'check_out as checkout',
      'guests',
      'message',
      'created_at as sentAt',
    ])
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .execute();

/** Takes the sender out of inquiries; dates and property remain. */
export const anonymizeInquiries = (tx: Tx, email: string) =>
  tx
    .updateTable('inquiries')
    .set({ name: 'Deleted account', email: 'deleted@account.invalid', phone: '', message: '' })
    .where('email', '=', email)
    .execute();
