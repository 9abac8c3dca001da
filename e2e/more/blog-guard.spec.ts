import { goWithin } from '../goto.ts';
import { newPerson, signInByCode } from '../sign-in.ts';
import { expect, test } from '../site.ts';

const editors = ['/blog/new', '/blog/edit/01890000-0000-7000-8000-000000000000', '/blog/edit/preview'];

test('the editor redirects non-admins before it renders', async ({ page }) => {
  const expectRedirects = async (location: string) => {
    for (const path of editors) {
      const response = await page.request.get(path, { maxRedirects: 0 });
      expect([response.status(), response.headers().location], path).toEqual([302, location]);
      expect(await response.text()).not.toContain('blog_post_editor');
    }
  };
  await expectRedirects('/');
  await signInByCode(page, newPerson(), '/blog');
  await expectRedirects('/blog');
  await goWithin(page, '/blog/new');
  await expect(page).toHaveURL('/blog');
});
