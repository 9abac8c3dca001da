import type { Insertable } from 'kysely';
import type { BookingsTable } from '../src/db/schema/bookings.ts';
import type { MessageRulesTable } from '../src/db/schema/scheduled-messages.ts';
import { runMessages } from '../src/features/scheduled-messages/run-messages.server.ts';
import { addDays } from '../src/shared/nights.ts';
import { newId } from '../src/shared/uuid.server.ts';
import { addBooking, addProperty } from './bookings.ts';
import { openInboxForFile } from './inbox.ts';
import { inDays } from './paid-stays.ts';
import { sender } from './rows.ts';
import { signedInBrowser } from './sign-in.ts';

/** The API with its inbox, without the seeded rules and stays, and what hosts and time do to messages. */
export async function openMessagesForFile() {
  const inbox = await openInboxForFile();
  const { db, ctx } = inbox;
  const host = await signedInBrowser(inbox, 'host@example.com');
  await inbox.platform.pool.query('truncate bookings, message_rules, message_planning cascade');
  return {
    ...inbox,
    host,
    send: sender(host),
    run: (now = ctx.now()) => runMessages({ ...ctx, now: () => now }),
    async addTemplate(text = 'Hello {guest}', subject = 'Your stay in {home}', name = 'Template') {
      const row = { name, text, subject };
      const { id } = await db
        .insertInto('message_templates')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async addRule({ text, ...more }: Partial<Insertable<MessageRulesTable>> & { text?: string } = {}) {
      const row = { name: 'Rule', event: 'arrival' as const, offset_days: -7, ...more };
      const template_id = more.template_id ?? (await this.addTemplate(text));
      const { id } = await db
        .insertInto('message_rules')
        .values({ ...row, template_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      // A trigger sets it by the database's clock; stays are confirmed by the app's.
      await db.updateTable('message_rules').set({ effective_at: ctx.now() }).where('id', '=', id).execute();
      return id;
    },
    /** A confirmed and paid stay of three nights, so many days from today. */
    async addPaid(from = 30, more: Partial<Insertable<BookingsTable>> = {}) {
      const { id: property_id } = await addProperty(db, {
        access_notes: 'Door code 4711',
        street_address: '7 Gulf Drive',
        wifi_name: 'Beachcomber',
        wifi_password: 'sand-castle',
      });
      const checkin = inDays(from);
      const span = { property_id, checkin, checkout: addDays(checkin, 3) };
      const booking = await addBooking(db, { ...span, confirmed_at: ctx.now(), ...more });
      await this.pay(booking.id);
      return { ...booking, ...span };
    },
    pay: (booking_id: string) =>
      db
        .insertInto('payments')
        .values({ booking_id, kind: 'charge', amount_cents: 60_000, method: 'elsewhere', reason: newId() })
        .execute(),
    planned: (bookingId: string) =>
      db
        .selectFrom('scheduled_messages')
        .selectAll()
        .where('booking_id', '=', bookingId)
        .orderBy('due_at')
        .execute(),
    /** Moves what is planned for a stay into the past, as a check does. */
    makeDue: (bookingId: string) =>
      db
        .updateTable('scheduled_messages')
        .set({ due_at: new Date(Date.now() - 60_000) })
        .where('booking_id', '=', bookingId)
        .execute(),
    /** Mails of messages that wait to be delivered. */
    mails: async () => (await inbox.queuedMail()).filter(({ key }) => key.startsWith('message-')),
  };
}
