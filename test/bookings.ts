import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../src/db/client.server.ts';
import type { BookingsTable } from '../src/db/schema/bookings.ts';
import type { PropertiesTable } from '../src/db/schema/content.ts';
import type { QuotesTable } from '../src/db/schema/offers.ts';
import { newId } from '../src/shared/uuid.server.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = () => [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('');

let sequence = 0;
let lastHomeId = '';

/** Homes are listed in the order in which a test adds them; ids of one millisecond would have none. */
function nextHomeId(): string {
  let id = newId();
  while (id < lastHomeId) id = newId();
  lastHomeId = id;
  return id;
}

/** A listed home at $200 a night, without rules that reject a stay. @returns its id and slug */
export async function addProperty(
  db: Db,
  more: Partial<Insertable<PropertiesTable>> = {},
): Promise<{ id: string; slug: string }> {
  sequence += 1;
  const slug = `sold-home-${sequence}`;
  const row = {
    id: nextHomeId(),
    slug,
    title: `Home ${sequence}`,
    description: 'By the sea',
    price_preview: '$200',
    guests: 6,
    beds: 3,
    baths: 2,
    booking_mode: 'instant' as const,
    nightly_cents: 20_000,
    position: 50,
    guests_included: 4,
    max_pets: 1,
    horizon_days: 700,
    ...more,
  };
  await db.insertInto('properties').values(row).execute();
  return { id: row.id, slug: row.slug };
}

type Span = { property_id: string; checkin: string; checkout: string };

export async function addQuote(
  db: Db,
  span: Span,
  more: Partial<Insertable<QuotesTable>> = {},
): Promise<string> {
  const id = newId();
  const price = { nights: [], lines: [{ kind: 'rent', label: 'Rent', amount: 60_000 }], total: 60_000 };
  await db
    .insertInto('quotes')
    .values({
      id,
      guests: 2,
      pets: 0,
      price: JSON.stringify(price),
      total_cents: 60_000,
      currency: 'usd',
      plans: '[]',
      cancellation_policy: JSON.stringify({ name: '', steps: [], graceHours: 0 }),
      check_in_from: '16:00',
      expires_at: new Date('2099-01-01T00:00:00Z'),
      ...span,
      ...more,
    })
    .execute();
  return id;
}

/** A row of `bookings`, confirmed by default. */
export async function bookingRow(
  db: Db,
  { property_id, checkin, checkout, ...more }: Span & Partial<Insertable<BookingsTable>>,
): Promise<Insertable<BookingsTable> & { id: string; code: string }> {
  const span = { property_id, checkin, checkout };
  return {
    id: newId(),
    code: newCode(),
    key_hash: randomBytes(32),
    status: 'confirmed' as const,
    name: 'Ann Lee',
    email: 'ann@guests.example',
    guests: 2,
    total_cents: 60_000,
    due_now_cents: 60_000,
    hold_expires_at: new Date('2099-01-01T00:00:00Z'),
    quote_id: more.quote_id ?? (await addQuote(db, span)),
    ...span,
    ...more,
  };
}

/** @returns its id and code */
export async function addBooking(
  db: Db,
  given: Span & Partial<Insertable<BookingsTable>>,
): Promise<{ id: string; code: string }> {
  const row = await bookingRow(db, given);
  await db.insertInto('bookings').values(row).execute();
  return { id: row.id, code: row.code };
}
