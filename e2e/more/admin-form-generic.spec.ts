import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { expect, expectAccessible, test } from '../site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schema = {
  title: 'Everything',
  required: ['title', 'agree', 'near'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', title: 'Title', minLength: 3, maxLength: 10 },
    email: { type: 'string', title: 'Email', format: 'email' },
    when: { type: 'string', title: 'When', format: 'date' },
    slug: { type: 'string', title: 'Slug', pattern: '^[a-z]+$', default: 'sea' },
    note: { type: 'string', title: 'Note', format: 'textarea' },
    kind: { type: 'string', title: 'Kind', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'] },
    count: { type: 'integer', title: 'Count', minimum: 1, maximum: 12 },
    price: { type: 'number', title: 'Price' },
    agree: { type: 'boolean', title: 'Agree' },
    near: { type: 'array', title: 'Near', items: { type: 'string', enum: ['pool', 'beach'] } },
    odd: { type: 'object', title: 'Odd' },
  },
};

/** A page with nothing but the form: no screen of the site has one yet with every type of field. */
const program = `
  import { createRoot } from 'react-dom/client';
  import { createElement } from 'react';
  import { SchemaForm } from '${root}src/ui/forms/schema-form.tsx';
  const onSubmit = (values) => new Promise((resolve, reject) => { window.sent = values; window.finish = resolve; window.fail = reject; });
  const label = createElement('h1', null, 'Form');
  createRoot(document.querySelector('main')).render(createElement('div', null, label, createElement(SchemaForm, { id: 'all', schema: ${JSON.stringify(schema)}, onSubmit })));
`;

let script = '';
test.beforeAll(async () => {
  const entry = `${root}e2e/all-fields.js`;
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.SSR': 'false' } },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? program : null),
      },
    ],
  });
  script = (await bundle.generate({ format: 'iife' })).output[0].code;
});

async function openForm(page: Page): Promise<void> {
  await page.route('**/all-fields', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Form</title><main></main><script src="/all-fields.js"></script></html>',
    }),
  );
  await page.route('**/all-fields.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.goto('/all-fields');
  await expect(page.getByRole('form', { name: 'Everything' })).toBeVisible();
}

const submitted = (page: Page) => page.evaluate(() => (window as { sent?: object }).sent);

test('each field shows its error on change', async ({ page }) => {
  await openForm(page);
  const wrong: [field: string, text: string, message: string][] = [
    ['Title', 'ab', 'Title must be at least 3 characters'],
    ['Title', 'abcdefghijk', 'Title cannot exceed 10 characters'],
    ['Title', '   ', 'Title is required'],
    ['Email', 'nobody', 'Email is not a valid email'],
    ['Slug', 'A1', 'Slug is not valid'],
    ['Count', '0', 'Count cannot be less than 1'],
    ['Count', '13', 'Count cannot be greater than 12'],
    ['Count', '1.5', 'Count must be an integer'],
  ];
  for (const [field, text, message] of wrong) {
    await page.getByLabel(field).fill(text);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(message);
  }
  await page.getByLabel('Email').fill('');
  await expect(page.getByText('Email is not a valid email')).toHaveCount(0);
  await expect(page.getByText('unsupported field type: object')).toBeVisible();
  await expect(page.getByLabel('ID')).toHaveCount(0);
});

test('submitting validates the whole form and disables it until the handler ends', async ({ page }) => {
  await openForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expect(page.getByText('Near is required')).toBeVisible();
  await expect(page.getByText('Agree is required')).toHaveCount(0);
  await expect(page.getByLabel('Title')).toBeFocused();
  expect(await submitted(page)).toBeUndefined();
  await expectAccessible(page);

  await page.getByLabel('Title').fill('A title');
  await page.getByLabel('When').fill('2026-06-05');
  await page.getByLabel('Kind').selectOption({ label: 'Beta' });
  await page.getByLabel('Count').fill('4');
  await page.getByLabel('beach').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  const busy = page.getByRole('button', { name: 'submitting...' });
  await expect(busy).toBeDisabled();
  await expect(page.getByLabel('Title')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reset' })).toBeDisabled();
  expect(await submitted(page)).toEqual({
    title: 'A title',
    email: '',
    when: '2026-06-05',
    slug: 'sea',
    note: '',
    kind: 'b',
    count: 4,
    agree: false,
    near: ['beach'],
  });
  await page.evaluate(() => (window as unknown as { finish(): void }).finish());
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await expect(page.getByLabel('Title')).toHaveValue('A title');
});

test('reset restores the defaults and removes the errors', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Slug').fill('A1');
  await page.getByLabel('Agree').check();
  await page.getByLabel('pool').check();
  await expect(page.getByText('Slug is not valid')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Slug')).toHaveValue('sea');
  await expect(page.getByLabel('Agree')).not.toBeChecked();
  await expect(page.getByLabel('pool')).not.toBeChecked();
  await expect(page.getByText('Slug is not valid')).toHaveCount(0);
});

test.describe('a handler that throws', () => {
  test.use({ expectedNoise: [/Form submission failed:/] });

  test('is logged, and the form shows its field errors', async ({ page }) => {
    await openForm(page);
    await page.getByLabel('Title').fill('A title');
    await page.getByLabel('pool').check();
    const logging = page.waitForEvent('console', (message) =>
      message.text().startsWith('Form submission failed:'),
    );
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('button', { name: 'submitting...' })).toBeDisabled();
    await page.evaluate(() =>
      (window as unknown as { fail(error: object): void }).fail({ fields: { slug: 'Slug is taken' } }),
    );
    await logging;
    await expect(page.getByText('Slug is taken')).toBeVisible();
    await expect(page.getByLabel('Slug')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });
});
