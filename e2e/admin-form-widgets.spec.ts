import type { Page } from '@playwright/test';
import { expect, makeRow, test, word } from './admin-fixture.ts';
import { expectAccessible } from './site.ts';

const text = { type: 'string' };

/** A column for each rule by which a widget is chosen; no table has all of them. */
const properties = {
  id: { type: 'integer', title: 'ID', readOnly: true, primaryKey: true },
  name: { ...text, title: 'Name' },
  body_html: { ...text, title: 'Body' },
  media_url: { ...text, title: 'Media' },
  file_url: { ...text, title: 'File', description: 'What guests may download' },
  status: { ...text, title: 'Status', enum: ['new', 'old'], enumNames: ['New', 'Old'] },
  is_open: { type: 'boolean', title: 'Open' },
  day: { ...text, title: 'Day', format: 'date' },
  moment: { ...text, title: 'Moment', format: 'date-time' },
  opening: { ...text, title: 'Opening', format: 'date-time' },
  closed_on: { ...text, title: 'Closed', format: 'date' },
  mail: { ...text, title: 'Mail', format: 'email' },
  page_link: { ...text, title: 'Page' },
  summary: { ...text, title: 'Summary', maxLength: 256 },
  guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 },
  near: { type: 'array', title: 'Near', items: { ...text, enum: ['pool', 'beach'] } },
  words: { type: 'array', title: 'Words', items: { ...text, title: 'Word' } },
};

test('each column has the widget of its name, type and format', async ({ page }) => {
  const name = word();
  const made = await makeRow(page, 'amenities', { name });
  const row = {
    ...made,
    file_url: '/media/price-list.pdf',
    status: 'old',
    is_open: true,
    moment: '2026-06-05T15:04:07.000Z',
    opening: '2026-06-05T15:04:07.000Z',
    closed_on: '2026-06-05',
  };
  await page.route('**/api/admin/schemas/amenities', async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, required: ['name'], properties } });
  });
  await page.route('**/api/tables/amenities?*', (route) =>
    route.fulfill({ json: { data: [row], total: 1, totalIsEstimate: false, labels: {} } }),
  );
  await page.goto('/admin?table=amenities');
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Item' });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await expect(field('ID')).toBeDisabled();
  await expect(form.getByRole('textbox', { name: 'Body' })).toHaveAttribute('contenteditable', 'true');
  for (const [label, type] of Object.entries({
    Media: 'url',
    File: 'url',
    Open: 'checkbox',
    Mail: 'email',
    Page: 'url',
    Day: 'date',
    Moment: 'datetime-local',
    Guests: 'number',
  })) {
    await expect(field(label)).toHaveAttribute('type', type);
  }
  await expect(form.getByLabel('Name *')).toHaveAttribute('type', 'text');
  await expect(form.getByRole('button', { name: 'Upload a picture or video' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Upload a file' })).toBeVisible();
  await expect(form.getByRole('link', { name: 'View File' })).toHaveAttribute(
    'href',
    '/media/price-list.pdf',
  );
  await expect(field('File')).toHaveAccessibleDescription('What guests may download');
  await expect(field('Status').locator('option')).toHaveText(['Select an option', 'New', 'Old']);
  await expect(field('Status')).toHaveValue('old');
  await expect(field('Open')).toBeChecked();
  await expect(field('Summary')).toHaveAttribute('rows', '4');
  await expect(field('Guests')).toHaveAttribute('step', '1');
  await expect(form.getByRole('group', { name: 'Near' }).getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(page);

  const words = form.getByRole('group', { name: 'Words' });
  for (const [index, one] of ['sand', 'sea'].entries()) {
    const focused = await words
      .getByRole('button', { name: 'Add word' })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        return document.activeElement?.ariaLabel;
      });
    expect(focused).toBe(`Word ${index + 1}`);
    await page.keyboard.type(one);
  }
  await words.getByRole('button', { name: 'Move Word 2 up' }).click();
  await form.getByRole('checkbox', { name: 'beach' }).check();
  await field('Status').selectOption('');
  await field('Guests').fill('');
  await field('Day').focus();
  await page.keyboard.type('06052026');
  await expect(field('Moment')).toHaveValue(await localTime(page, '2026-06-05T15:04:07.000Z'));
  await field('Opening').fill(await localTime(page, '2026-06-05T15:30:00.000Z'));
  // A date without one of its parts is not valid.
  await field('Closed').focus();
  await page.keyboard.press('Backspace');
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await page.route('**/api/tables/amenities/*', (route) => route.fulfill({ json: row }));
  await form.getByRole('button', { name: 'Save' }).click();
  expect((await sending).postDataJSON()).toMatchObject({
    words: ['sea', 'sand'],
    near: ['beach'],
    status: null,
    guests: null,
    moment: '2026-06-05T15:04:07.000Z',
    opening: '2026-06-05T15:30:00.000Z',
    day: '2026-06-05',
    closed_on: '',
    is_open: true,
  });
  await expect(form).toBeHidden();
});

/** Formats a moment as the value of a `datetime-local` input of the page. */
const localTime = (page: Page, moment: string): Promise<string> =>
  page.evaluate((text) => {
    const date = new Date(text);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, moment);
