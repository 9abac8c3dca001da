import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dayFromNow } from './inquiry.ts';
import type { Stage } from './stage.ts';
import type { Reply, Visitor } from './visitor.ts';

const slug = 'race-house';
const guestCount = 16;
/** Two guests want each of them. */
export const staysPerRound = guestCount / 2;
const firstNight = 30;
const pauseMs = 100;

/** A booking that the site acknowledged. */
export interface Acknowledged {
  code: string;
  email: string;
  checkin: string;
  /** The value of `performance.now()`. */
  at: number;
}

export interface Race {
  acknowledged: Acknowledged[];
  /** Statuses of all responses, 0 for a connection that broke. */
  statuses: number[];
  /** Sixteen guests book at once, two of them each stay, and send the same request until there is a response. */
  round(): Promise<void>;
}

/** A home that is sold at once. */
export const addHome = (pool: pg.Pool, name = slug) =>
  pool.query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, booking_mode, nightly_cents, horizon_days)
     values (gen_random_uuid(), $1, 'Race House', 'By the sea', 6, 3, 2, '$200', 'instant', 20000, 1095)`,
    [name],
  );

let rounds = 0;

export function startRace(stage: Stage): Race {
  const race: Race = {
    acknowledged: [],
    statuses: [],
    async round() {
      rounds += 1;
      await Promise.all(Array.from({ length: guestCount }, (_, guest) => book(stage, race, guest)));
    },
  };
  return race;
}

/** The two nights that a guest wants in this round. */
function datesOf(guest: number) {
  const stay = (rounds - 1) * staysPerRound + (guest % staysPerRound);
  const first = firstNight + 3 * stay;
  return { checkin: dayFromNow(first), checkout: dayFromNow(first + 2) };
}

async function book(stage: Stage, race: Race, guest: number): Promise<void> {
  const visitor = stage.visitor(`127.2.${rounds}.${guest + 1}`);
  const dates = datesOf(guest);
  const stay = { property: slug, ...dates, guests: 2, pets: 0 };
  const quote = await untilAnswered(race, visitor, '/api/quotes', stay);
  if (quote.status === 201) {
    const email = `race-${randomUUID()}@example.com`;
    const booking = await untilAnswered(race, visitor, '/api/bookings', {
      quoteId: quote.json<{ id: string }>().id,
      name: 'Gwen Guest',
      email,
      phone: '850 555 0100',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    });
    if (booking.status === 201)
      race.acknowledged.push({
        code: booking.json<{ code: string }>().code,
        email,
        checkin: dates.checkin,
        at: performance.now(),
      });
  }
  visitor.close();
}

/** Sends one request with one key again and again, until the site says what became of it. */
async function untilAnswered(race: Race, visitor: Visitor, path: string, json: unknown): Promise<Reply> {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (;;) {
    const reply = await visitor.request('POST', path, { json, headers }).catch(() => null);
    race.statuses.push(reply?.status ?? 0);
    if (reply && reply.status < 500) return reply;
    await sleep(pauseMs);
  }
}

/** The acknowledged bookings that the database lacks, of any guest and time. */
export async function lostBookings(pool: pg.Pool, { acknowledged }: Race): Promise<Acknowledged[]> {
  const { rows } = await pool.query<{ code: string; email: string; checkin: string }>(
    `select code, email, checkin::text from bookings where email like 'race-%' and status = 'held'`,
  );
  const stored = new Set(rows.map(({ code, email, checkin }) => `${code} ${email} ${checkin}`));
  return acknowledged.filter(({ code, email, checkin }) => !stored.has(`${code} ${email} ${checkin}`));
}

/** Pairs of bookings that hold the same night. */
export async function nightsSoldTwice(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select from bookings a join bookings b on a.id < b.id and a.property_id = b.property_id
       and daterange(a.checkin, a.checkout) && daterange(b.checkin, b.checkout)
     where a.status in ('held', 'confirmed') and b.status in ('held', 'confirmed')`,
  );
  return rows.length;
}
