import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, makeRow, openTable, test, word } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { addReview, editForm, picture, upload } from '../media-steps.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

/** Drops or pastes a file with the events of a browser. */
async function give(
  page: Page,
  label: string,
  how: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  await page
    .getByLabel(label, { exact: true })
    .first()
    .evaluate(
      (element, { how, name, type, bytes }) => {
        const data = new DataTransfer();
        data.items.add(
          new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type }),
        );
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        );
      },
      { how, name: file.name, type: file.mimeType, bytes: file.buffer.toString('base64') },
    );
}

test('images are uploaded by dropping and pasting', async ({ page }) => {
  const form = await addReview(page);
  const address = form.getByLabel('Guest photo URL');
  await give(page, 'Upload a picture or video', 'drop', await picture(word()));
  await expect(address).toHaveValue(/^\/media\//);
  const first = await address.inputValue();
  await give(page, 'Upload a picture or video', 'paste', await picture(word()));
  await expect(address).not.toHaveValue(first);
  await expect(address).toHaveValue(/^\/media\//);
  const second = await address.inputValue();
  await give(page, 'Guest photo URL', 'paste', await picture(word()));
  await expect(address).not.toHaveValue(second);
  await expect(address).toHaveValue(/^\/media\//);
});

test('a media field accepts a video, which plays', async ({ page }) => {
  const form = await addReview(page);
  const name = `${word()}.mp4`;
  const buffer = readFileSync(new URL('../../src/seed/tour.mp4', import.meta.url));
  await form.locator('input[type=file]').setInputFiles({ name, mimeType: 'video/mp4', buffer });
  const address = form.getByLabel('Guest photo URL');
  await expect(address).toHaveValue(/^\/media\/[0-9a-f-]{36}\/video\.mp4$/);
  await expect(form.getByRole('group', { name: /^Alternative text/ })).toHaveCount(0);
  const part = await page.request.get(await address.inputValue(), { headers: { Range: 'bytes=0-99' } });
  expect([part.status(), part.headers()['content-type']]).toEqual([206, 'video/mp4']);
});

test('an upload shows progress, blocks saving the row, and can be cancelled', async ({ page }) => {
  const form = await addReview(page);
  await page.route('**/api/upload/media', () => {});
  await form.locator('input[type=file]').setInputFiles(await picture('slow'));
  await expect(form.getByRole('progressbar', { name: 'Upload of slow.jpg' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Cancel the upload of slow.jpg' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByText('The upload of slow.jpg is cancelled')).toBeAttached();
  await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(form.getByLabel('Guest photo URL')).toHaveValue('');
});

test('an upload that is cancelled while it waits for its turn is never sent', async ({ page }) => {
  await openTable(page, 'products');
  await page.getByRole('button', { name: 'Add New' }).click();
  const images = editForm(page).getByRole('group', { name: 'Images' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/upload/media', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await images.locator('input[type=file]').setInputFiles([await picture('first'), await picture('second')]);
  await images.getByRole('button', { name: 'Cancel the upload of second.jpg' }).click();
  await expect(images.getByRole('progressbar', { name: 'Upload of second.jpg' })).toHaveCount(0);
  release();
  await expect(images.getByLabel(/^Address of picture/)).toHaveCount(1);
  await expect(images.getByText('first.jpg is uploaded')).toBeAttached();
  expect(sent).toBe(1);
});

test.describe('errors', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a failed upload shows the reason, and a retry succeeds', async ({ page }) => {
    const form = await addReview(page);
    const choose = form.locator('input[type=file]');
    await choose.setInputFiles({
      name: 'trap.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<html>no picture</html>'),
    });
    await expect(form.getByRole('alert')).not.toBeEmpty();
    await form.getByRole('button', { name: 'Dismiss trap.jpg' }).click();

    await page.route('**/api/upload/media', (route) => route.fulfill({ status: 502, body: 'no JSON' }));
    await choose.setInputFiles(await picture('again'));
    await expect(form.getByRole('alert')).toHaveText('Upload failed: 502');
    await page.unroute('**/api/upload/media');
    await page.route('**/api/upload/media', (route) => route.abort());
    await form.getByRole('button', { name: 'Upload again.jpg again' }).click();
    await expect(form.getByRole('alert')).toHaveText('Upload failed');
    await page.unroute('**/api/upload/media');
    await form.getByRole('button', { name: 'Upload again.jpg again' }).click();
    await expect(form.getByLabel('Guest photo URL')).toHaveValue(/^\/media\//);
  });
});

test('an image list accepts several files and library images, and keeps their order', async ({ page }) => {
  const name = word();
  const existing = await upload(page, name, 'From the library');
  await openTable(page, 'products');
  await page.getByRole('button', { name: 'Add New' }).click();
  const images = editForm(page).getByRole('group', { name: 'Images' });
  await images.locator('input[type=file]').setInputFiles([await picture('one'), await picture('two')]);
  await expect(images.getByLabel(/^Address of picture/)).toHaveCount(2);
  await images.getByRole('button', { name: 'Choose from the library' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  await picker.getByLabel('Search the library').fill(name);
  await expect(picker.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker).toBeVisible();
  await expectAccessible(page);
  await picker.getByRole('button', { name: 'From the library' }).click();
  await expect(picker).toBeHidden();
  const third = images.getByLabel('Address of picture 3');
  await expect(third).toHaveValue(existing.url);
  await images.getByRole('button', { name: 'Move picture 3 up' }).click();
  await expect(images.getByLabel('Address of picture 2')).toHaveValue(existing.url);
  await images.getByRole('button', { name: 'Remove picture 1' }).click();
  await expect(images.getByLabel('Address of picture 1')).toHaveValue(existing.url);
  await expect(images.getByLabel(/^Address of picture/)).toHaveCount(2);
  const place = (number: number) => images.getByRole('listitem').nth(number - 1);
  await place(2).dragTo(place(1), { sourcePosition: { x: 4, y: 4 } });
  await expect(images.getByLabel('Address of picture 2')).toHaveValue(existing.url);
});

test('the library shows usages, protects used files, and deletes unused ones', async ({ page }) => {
  const name = word();
  const used = await upload(page, `${name}-used`, 'Used');
  await upload(page, `${name}-spare`);
  await makeRow(page, 'amenities', { name, icon_url: used.url });
  await open(page, '/admin?table=media');
  await page.getByLabel('Search the library').fill(name);
  const card = (file: string) => page.getByRole('listitem').filter({ hasText: `${name}-${file}.jpg` });
  await expect(card('used')).toBeVisible();
  await expect(card('spare')).toContainText('Not used');
  await expect(card('spare')).toContainText('Needs words for people who cannot see it');
  await card('used').getByRole('button', { name: 'Used in 1 place' }).click();
  await expect(card('used').getByRole('list', { name: 'Used in' })).toHaveText(
    `Amenities: ${name} (Icon URL)`,
  );
  await expectAccessible(page);

  await card('spare').getByRole('textbox').fill('Nothing but colour');
  await card('spare').getByRole('button', { name: 'Save' }).click();
  await expect(card('spare')).not.toContainText('Needs words');

  await card('used').getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Delete unused', exact: true })).toBeDisabled();
  await card('spare').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete unused (1)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card('spare')).toHaveCount(0);
  await expect(card('used')).toBeVisible();
});

test('the library fits small phones', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/admin?table=media');
  await expect(page.getByLabel('Search the library')).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
