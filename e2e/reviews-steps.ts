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
