import { walk } from './content-security-policy-steps.ts';
import { expect, test } from './site.ts';

test('navigating from a cached page violates no CSP', async ({ page }) => {
  // A page is cached after it was sent.
  await expect.poll(async () => (await page.request.get('/')).headers().etag).toBeDefined();
  await walk(page, '/');
});
