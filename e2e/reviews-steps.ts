import { mergeTests, type Page } from '@playwright/test';
import { withHost } from './admin-fixture.ts';
import { bookStay } from './book-stay.ts';
import { query, runJob } from './database.ts';
import { expect, test as productionTest } from './production-site.ts';
import { newPerson } from './sign-in.ts';
import { mailTo } from './site.ts';

export const test = mergeTests(productionTest, withHost);

const property = 'the-beachcomber';

export const home = `/stays/${property}`;

/** Books and pays a stay, and lets it end. @returns the link of the mail that asks for its review */
export async function endedStay(page: Page, [checkin, checkout]: [string, string], endedDaysAgo: number) {
  const email = newPerson();
  const code = await bookStay(page, email, checkin, checkout, 'Marguerite Guest');
  await query(
    'update bookings set checkin = current_date - $2::int - 3, checkout = current_date - $2::int where code = $1',
    [code, endedDaysAgo],
  );
  await query(
    `update review_requests set due_at = now() - interval '1 minute' from bookings
     where bookings.id = booking_id and code = $1`,
    [code],
  );
  await runJob('run_reviews');
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await mailTo(email);
      const request = mails.find(({ subject }) => subject.startsWith('How was your stay?'));
      link = /\/reviews\/[\w-]{43}/.exec(request?.text ?? '')?.[0];
      return link;
    })
    .toBeTruthy();
  return { code, link: link ?? '' };
}

/** Adds guests who were asked for a review and have not written one. @returns the name of the one asked first */
export async function askedGuests(count: number) {
  const [row] = (await query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, is_listed)
     values (gen_random_uuid(), 'asked-' || gen_random_uuid(), 'Asked House', 'By the sea', '$200', 6, 3, 2, false)
     returning id`,
    [],
  )) as { id: string }[];
  const id = row?.id ?? '';
  await query(
    `with night as (
       select n, gen_random_uuid() as quote, current_date - n - 2 as checkin, current_date - n - 1 as checkout
       from generate_series(1, $2::int) as n
     ), quoted as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
         cancellation_policy, check_in_from, expires_at)
       select quote, $1, checkin, checkout, 2, 0, '{"nights":[],"lines":[],"total":0}', 0, 'usd', '[]',
         '{"name":"","steps":[],"graceHours":0}', '16:00', now()
       from night
     ), booked as (
       insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
         total_cents, due_now_cents)
       select upper(translate(substr(md5(random()::text), 1, 8), 'ilou', '0123')), '\\x00', 'confirmed', $1, quote,
         checkin, checkout, 2, 'Asked Guest ' || n, 'asked-' || n || '@guests.example', 0, 0
       from night returning id, checkout
     )
     insert into review_requests (booking_id, due_at, sent_at, reminded_at, is_open)
     select id, checkout, checkout + 1, checkout + 6, false from booked`,
    [id, count],
  );
  const remove = async () => {
    await query('delete from bookings where property_id = $1', [id]);
    await query('delete from properties where id = $1', [id]);
  };
  return { oldest: `Asked Guest ${count}`, remove };
}
