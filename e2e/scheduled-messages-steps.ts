import { query } from './database.ts';

/** The date at the homes so many days from now. */
const inDays = (days: number): string =>
  Temporal.Now.zonedDateTimeISO('America/Chicago').toPlainDate().add({ days }).toString();

const price = {
  nights: [],
  lines: [{ kind: 'rent', label: '3 nights', amount: 60_000 }],
  total: 60_000,
  perNight: 20_000,
};

export async function addHome(): Promise<string> {
  const [row] = (await query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, is_listed)
     values (gen_random_uuid(), 'mail-' || gen_random_uuid(), 'Letter House', 'By the sea', '$200', 6, 3, 2, false)
     returning id`,
    [],
  )) as { id: string }[];
  return row?.id ?? '';
}

export async function addStay(home: string, from: number, name: string, email: string): Promise<string> {
  const [row] = (await query(
    `with quote as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
         cancellation_policy, check_in_from, expires_at)
       values (gen_random_uuid(), $1, $2, $3, 2, 0, $4, 60000, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now())
       returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents, confirmed_at)
     select upper(translate(substr(md5(random()::text), 1, 8), 'ilou', '0123')), '\\x00', 'confirmed', $1, id, $2, $3, 2,
       $5, $6, 60000, 60000, now() from quote returning code`,
    [home, inDays(from), inDays(from + 3), JSON.stringify(price), name, email],
  )) as { code: string }[];
  return row?.code ?? '';
}
