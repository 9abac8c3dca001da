import { walk } from '../content-security-policy-steps.ts';
import { expect, test } from '../site.ts';

test('navigating from a personal page violates no CSP', async ({ page }) => {
  await page.goto('/shop?from=mail');
  await expect(page.getByRole('article')).toHaveCount(3);
  await walk(page, '/?from=mail');
});
