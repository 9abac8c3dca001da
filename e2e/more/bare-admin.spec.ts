import type { Page } from '@playwright/test';
import { empty, json, serveBare } from '../bare.ts';
import { goWithin, open } from '../goto.ts';
import { keepMessages } from '../keep-messages.ts';
import { content } from '../post-factory.ts';
import { expect, test } from '../site.ts';

/* The superset rule, see bare-guests.spec.ts: one test for each call of hosts. */

test.use({
  expectedNoise: [/Failed to load resource|Error: |ApiError|Form submission failed/],
  viewport: { width: 1440, height: 900 },
});

test.beforeEach(({ page }) => keepMessages(page));

const schema = {
  title: 'Boats',
  description: 'What floats',
  required: ['name'],
  properties: {
    id: { type: 'integer', title: 'ID', readOnly: true, primaryKey: true },
    name: { type: 'string', title: 'Name', minLength: 2 },
    photo_url: { type: 'string', title: 'Photo' },
    papers_document: { type: 'string', title: 'Papers' },
    engine: { type: 'object', title: 'Engine' },
  },
};
const boat = { id: 1, name: 'Pelican', engine: { power: 60 } };
const admin = {
  'GET /api/users/me': json({ email: 'host@example.com' }),
  'GET /api/admin/status': json({ isAdmin: true }),
  'GET /api/admin/schemas': json({
    schemas: [{ tableName: 'boats', title: 'Boats', description: 'Floats' }],
  }),
  'GET /api/admin/schemas/boats': json(schema),
  'GET /api/tables/boats': json({ data: [boat], total: 1 }),
};
type Responses = Parameters<typeof serveBare>[1];

async function openAdmin(page: Page, responses: Responses = {}, path = '/admin'): Promise<string[]> {
  await open(page, '/checkout/cancel');
  const calls = await serveBare(page, { ...admin, ...responses });
  await goWithin(page, path);
  return calls;
}

async function openBoats(page: Page, responses: Responses = {}): Promise<string[]> {
  const calls = await openAdmin(page, responses);
  await expect(page.getByRole('cell', { name: 'Pelican', exact: true })).toBeVisible();
  return calls;
}

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' });
const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();

test('GET /api/admin/status, schemas, schemas/{table}, tables/{table}: the specified fields alone show the dashboard', async ({
  page,
}) => {
  const calls = await openBoats(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Welcome, host@example.com')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Database Tables' })).toContainText('BoatsFloats');
  await expect(page.getByText('What floats')).toBeVisible();
  for (const name of ['Export CSV', 'Add New', 'Edit Pelican', 'Delete Pelican'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByRole('cell', { name: '{"power":60}' })).toBeVisible();
  await expect(page.getByText('Your numbers')).toHaveCount(0);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(() => calls).toContain('GET /api/tables/boats?sort=name:asc&page=1&limit=50');
});

test('GET /api/admin/schemas: an entry with a name alone and a schema with properties alone are enough', async ({
  page,
}) => {
  await openBoats(page, {
    'GET /api/admin/schemas': json({ schemas: [{ tableName: 'boats' }] }),
    'GET /api/admin/schemas/boats': json({ properties: schema.properties }),
  });
  await expect(page.getByRole('heading', { level: 2, name: 'boats' })).toBeVisible();
});

test('GET /api/admin/schemas: without schemas there are no tables', async ({ page }) => {
  await openAdmin(page, { 'GET /api/admin/schemas': json({ schemas: [] }) });
  await expect(page.getByRole('heading', { name: 'No Tables Found' })).toBeVisible();
});

const failures: [call: string, heading: string | null, words: string][] = [
  ['GET /api/admin/status', 'Access Check Failed', 'Failed to check admin status'],
  ['GET /api/admin/schemas', 'Failed to Load Schemas', 'Failed to fetch schemas'],
  ['GET /api/admin/schemas/boats', null, 'Failed to fetch schemas'],
  ['GET /api/tables/boats', null, 'Failed to fetch data'],
];
for (const [call, heading, words] of failures) {
  for (const [what, response] of [
    ['an empty refusal', empty(500)],
    ['a refusal with an error alone', { status: 500, body: '{"error":"No."}' }],
    ['a body of null', { status: 500, body: 'null' }],
    ['a success that is no JSON', { status: 200, body: '<html>' }],
  ] as const) {
    test(`${call}: ${what} shows "${words}"`, async ({ page }) => {
      await openAdmin(page, { [call]: response });
      if (heading) await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    });
  }
}

test("GET /api/admin/status: isAdmin false alone shows 'Access Denied'", async ({ page }) => {
  await openAdmin(page, { 'GET /api/admin/status': json({ isAdmin: false }) });
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

for (const [what, response] of [
  ['an empty body', empty(201)],
  ['the id alone', json({ id: 2 })],
] as const) {
  test(`POST /api/tables/{table}: ${what} closes the form and reloads the list`, async ({ page }) => {
    const calls = await openBoats(page, { 'POST /api/tables/boats': response });
    await page.getByRole('button', { name: 'Add New' }).click();
    await expect(dialog(page).getByText('unsupported field type: object')).toBeVisible();
    await dialog(page).getByLabel('Name').fill('Heron');
    await save(page);
    await expect(messages(page)).toContainText('Saved.');
    await expect(dialog(page)).toHaveCount(0);
    expect(calls).toContain('POST /api/tables/boats {"name":"Heron","photo_url":"","papers_document":""}');
    const lists = () => calls.filter((call) => call.startsWith('GET /api/tables/boats'));
    await expect.poll(lists).toHaveLength(2);
  });
}

test('PUT /api/tables/{table}/{id}: an empty body closes the form; a row without version sends none', async ({
  page,
}) => {
  const calls = await openBoats(page, { 'PUT /api/tables/boats/1': empty() });
  await page.getByRole('button', { name: 'Edit Pelican' }).click();
  await dialog(page).getByLabel('Name').fill('Heron');
  await save(page);
  await expect(messages(page)).toContainText('Saved.');
  expect(calls).toContain('PUT /api/tables/boats/1 {"name":"Heron","photo_url":"","papers_document":""}');
});

test('DELETE /api/tables/{table}/{id}: an empty body is a deletion without Undo', async ({ page }) => {
  await openBoats(page, { 'DELETE /api/tables/boats/1': empty(204) });
  await page.getByRole('button', { name: 'Delete Pelican' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(messages(page)).toContainText('Deleted.');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

const writes: [call: string, button: string, words: string][] = [
  ['POST /api/tables/boats', 'Add New', 'Failed to create row'],
  ['PUT /api/tables/boats/1', 'Edit Pelican', 'Failed to update row'],
  ['DELETE /api/tables/boats/1', 'Delete Pelican', 'Failed to delete row'],
];
for (const [call, button, words] of writes) {
  test(`${call}: an empty error shows "${words}", a message is shown itself`, async ({ page }) => {
    await openBoats(page, { [call]: empty(500) });
    await page.getByRole('button', { name: button }).click();
    const isForm = !call.startsWith('DELETE');
    if (isForm) await dialog(page).getByLabel('Name').fill('Heron');
    const submit = page.getByRole('button', { name: isForm ? 'Save' : 'Delete', exact: true });
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await serveBare(page, { ...admin, [call]: { status: 409, body: '{"message":"It is at sea."}' } });
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('It is at sea.');
  });
}

test('GET /api/tables/{table}/export: a blob is saved under the table’s name; an empty error has a message', async ({
  page,
}) => {
  await openBoats(page, { 'GET /api/tables/boats/export': { status: 200, body: 'id,name\n1,Pelican\n' } });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('boats.csv');
  await serveBare(page, { ...admin, 'GET /api/tables/boats/export': empty(500) });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText('Export failed: 500');
});

const uploads: [call: string, field: string, button: string, body: object, words: string][] = [
  ['media', 'Photo', 'Upload a picture or video', { media_url: '/media/a/640.jpg' }, '/media/a/640.jpg'],
  ['file', 'Papers', 'Upload a file', { file_url: '/files/a/papers.pdf' }, '/files/a/papers.pdf'],
];
for (const [call, field, button, body, address] of uploads) {
  test(`POST /api/upload/${call}: the URL alone fills the field`, async ({ page }) => {
    await openBoats(page, { [`POST /api/upload/${call}`]: json(body) });
    await page.getByRole('button', { name: 'Edit Pelican' }).click();
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('png') };
    await dialog(page).getByLabel(button).and(page.locator('input')).setInputFiles(file);
    await expect(dialog(page).getByLabel(field)).toHaveValue(address);
    await serveBare(page, { ...admin, [`POST /api/upload/${call}`]: empty(500) });
    await dialog(page).getByLabel(button).and(page.locator('input')).setInputFiles(file);
    await expect(page.getByRole('alert')).toHaveText('Upload failed: 500');
  });
}

const post = { id: '7', slug: 'shells', title: 'Shells', created_at: '2026-01-01T12:00:00Z' };
const edited = { ...post, html_rich_text: '<p>Found at dawn.</p>', published_at: '2026-02-03T12:00:00Z' };

test('POST /api/blog: an empty body leads to the blog', async ({ page }) => {
  await openAdmin(page, { 'POST /api/blog': empty(201), 'GET /api/blog': json([]) }, '/blog/new');
  await page.getByLabel('Title').fill('Shells');
  await content(page).fill('Found at dawn.');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page).toHaveURL('/blog');
});

test('GET and PUT /api/blog/{id}: a post with the specified fields alone is edited and stays published', async ({
  page,
}) => {
  const calls = await openAdmin(
    page,
    { 'GET /api/blog/7': json(edited), 'PUT /api/blog/7': empty(), 'GET /api/blog': json([edited]) },
    '/blog/edit/7',
  );
  await expect(content(page)).toHaveText('Found at dawn.');
  await expect(page.getByLabel('Author')).toHaveValue('PCB Beach Rentals');
  await page.getByLabel('Title').fill('More shells');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/blog');
  const [sent = ''] = calls.filter((call) => call.startsWith('PUT /api/blog/7 '));
  const body = JSON.parse(sent.slice('PUT /api/blog/7 '.length));
  expect(body).toMatchObject({ id: '7', title: 'More shells', slug: 'shells' });
  expect(body).not.toHaveProperty('published_at');
  expect(body).not.toHaveProperty('_version');
});

test('PUT /api/blog/{id}: an error message is shown; empty errors, also conflicts, have a message', async ({
  page,
}) => {
  const responses = { ...admin, 'GET /api/blog/7': json(edited) };
  await openAdmin(page, responses, '/blog/edit/7');
  await page.getByLabel('Title').fill('More shells');
  for (const [response, words] of [
    [{ status: 400, body: '{"error":"Low tide."}' }, 'Low tide.'],
    [{ status: 400, body: '{"message":"Low tide."}' }, 'Failed to update blog post'],
    [empty(409), 'Failed to update blog post'],
  ] as const) {
    await serveBare(page, { ...responses, 'PUT /api/blog/7': response });
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByRole('alert')).toHaveText(words);
  }
});

test('POST /api/blog: an empty error has a message', async ({ page }) => {
  await openAdmin(page, { 'POST /api/blog': empty(500) }, '/blog/new');
  await page.getByLabel('Title').fill('Shells');
  await content(page).fill('Found at dawn.');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to create blog post');
});
