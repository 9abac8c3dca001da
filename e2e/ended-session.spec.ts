import { countRequests } from './ended-session-steps.ts';
import { goWithin } from './goto.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, test } from './site.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('with failing responses', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the admin leads to login once when the session was ended in another tab', async ({
    page,
    context,
  }) => {
    await signInByCode(page, newPerson(), '/hosts');
    const elsewhere = await context.newPage();
    await elsewhere.goto('/blog');
    await elsewhere.evaluate(() => fetch('/api/logout'));
    const counts = countRequests(page);
    await goWithin(page, '/admin');
    await expect(page).toHaveURL('/login?returnUrl=/admin');
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(counts().users).toBe(2);
  });
});
