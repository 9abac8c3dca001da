import { expect, test } from './admin-fixture.ts';
import { content, forgetDrafts, openNew, submit, write } from './post-factory.ts';

test.use({ expectedNoise: [/Failed to load resource|Form submission failed|net::ERR|Error: /] });

test("fields show their errors, the banner the server's message", async ({ page }) => {
  const taken = await write(page);
  await openNew(page);
  await submit(page);
  for (const words of ['Title is required', 'Slug is required', 'Content is required']) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('Second');
  await page.getByLabel('Slug').fill('No Slug');
  await expect(page.getByText('Slug is not valid')).toBeVisible();
  await page.getByLabel('Slug').fill(taken.slug);
  await content(page).fill('Sand.');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Another post already has this slug. Please choose another one.',
  );
  await expect(page.getByText('Slug is already used by another post')).toBeVisible();
  await expect(page).toHaveURL('/blog/new');
  await page.unrouteAll();
});

test.beforeEach(forgetDrafts);
