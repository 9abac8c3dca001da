import { expectScreenAccessible } from './accessibility-steps.ts';
import { test as hostTest } from './admin-fixture.ts';
import { confirmed } from './paid-stay.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from './site.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nights = `checkin=${inDays(120)}&checkout=${inDays(125)}&guests=4&pets=0`;

/** The screens of guests. Missing pages are reported on the console. */
const groups: Record<string, string[]> = {
  'of the home page, homes and hosts': ['/', '/stays/the-beachcomber', '/hosts', '/terms'],
  'of the shop and its payments': ['/shop', '/checkout/cancel', '/checkout/error?message=Declined'],
  'of the blog': ['/blog', '/blog/beach-flags-explained', '/blog/no-such-post'],
  'of the booking': ['/book', `/book?${nights}`, `/book?property=the-beachcomber&${nights}`],
  'of those who have no page': ['/login', '/trips/NOSUCH2345', '/offers/no-such-offer', '/no/such/page'],
};

test.use({ expectedNoise: [/Failed to load resource/] });
hostTest.use({ expectedNoise: [/Failed to load resource/] });

for (const [group, paths] of Object.entries(groups)) {
  test(`the screens ${group} are accessible on phones, and fit phones and desks`, async ({ page }) => {
    for (const path of paths) {
      await page.setViewportSize({ width: 320, height: 900 });
      await expectScreenAccessible(page, path);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectNoSidewaysScrolling(page);
    }
  });
}

test('the screens of a guest who has signed in are accessible', async ({ page }) => {
  await signInByCode(page, newPerson(), '/account');
  await expect(page.locator('h1')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

// The other screens of hosts are checked by their journeys.
hostTest(
  'the first screen of the admin, an empty post and the trip of a guest are accessible',
  async ({ page }) => {
    const { code } = await confirmed(page, newPerson(), 'Ann Guest');
    for (const path of ['/admin', '/blog/new', `/trips/${code}`]) await expectScreenAccessible(page, path);
  },
);
