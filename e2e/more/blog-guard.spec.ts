import { newPerson, signInByCode } from '../sign-in.ts';
import { expect, test } from '../site.ts';

const editors = ['/blog/new', '/blog/edit/01890000-0000-7000-8000-000000000000', '/blog/edit/preview'];

test('the editor redirects non-admins before it renders', async ({ page }) => {
  for (const path of editors) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  await signInByCode(page, newPerson(), '/blog');
  for (const path of editors) {
    await page.goto(path);
    await expect(page).toHaveURL('/blog');
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([302, '/blog']);
    expect(await response.text()).not.toContain('blog_post_editor');
  }
});
