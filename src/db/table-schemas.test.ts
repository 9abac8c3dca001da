import type { Static } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { findSlowInput } from '../../test/linear-regex.ts';
import { namedFormats, patternFormats } from '../shared/forms/formats.ts';
import { parseForm } from '../shared/forms/parse-form.ts';
import { type FieldSchema, type FormSchema, tableGroups } from '../shared/forms/schema.ts';
import { validateField, validateForm } from '../shared/forms/validate.ts';
import blogPostsSchema from '../shared/schemas/blog-posts.ts';
import productsSchema from '../shared/schemas/products.ts';
import { readTables } from './table-schemas.server.ts';

const tables = await readTables();

const everyField = tables.flatMap(({ tableName, schema }) =>
  Object.entries(schema.properties).map(([name, field]) => [`${tableName}.${name}`, name, field] as const),
);

const schemaOf = (name: string): FormSchema => {
  const found = tables.find(({ tableName }) => tableName === name);
  if (!found) throw new Error(`no table ${name}`);
  return found.schema;
};

test('readTables returns the folder’s tables in the sidebar’s order', () => {
  const names = tables.map(({ tableName }) => tableName);
  expect(names).toEqual([
    'properties',
    'guide_sections',
    'bookings',
    'payments',
    'rates',
    'discounts',
    'fees',
    'extras',
    'booking_extras',
    'taxes',
    'promo_codes',
    'cancellation_policies',
    'blocks',
    'calendar_feeds',
    'cleaners',
    'turnovers',
    'products',
    'inquiries',
    'message_templates',
    'message_rules',
    'scheduled_messages',
    'booking_companions',
    'purchases',
    'blog_posts',
    'amenities',
    'reviews',
    'media',
    'site_settings',
    'pages',
    'users',
    'redirects',
    'waitlist_entries',
  ]);
});

test.each(tables.map(({ tableName, schema }) => [tableName, schema] as const))(
  '%s reaches the browser as the same plain JSON, titled, with one read-only key',
  (_, schema) => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.title).toBeTruthy();
    expect(schema.description).toBeTruthy();
    expect(tableGroups).toContain(schema.group);
    const keys = Object.entries(schema.properties).filter(([, field]) => field.primaryKey);
    expect(keys.map(([name, field]) => [name, field.readOnly])).toEqual([['id', true]]);
  },
);

test.each(everyField)('%s is a column name with a title and bounds', (_, name, field: FieldSchema) => {
  expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(field.title).toBeTruthy();
  if (field.type === 'integer' || field.type === 'number') {
    expect([field.minimum, field.maximum]).not.toContain(undefined);
  }
  expect([name, field.unit]).toEqual([name, name.endsWith('_cents') ? 'cents' : undefined]);
  if (field.enum) expect(field.enumNames).toHaveLength(field.enum.length);
  if (field.references) expect(schemaOf(field.references)).toBeDefined();
});

test.each(everyField)(
  '%s uses only formats, patterns and defaults that hold',
  (_, name, field: FieldSchema) => {
    if (field.format && field.format !== 'textarea')
      expect(namedFormats.has(field.format) || patternFormats.has(field.format)).toBe(true);
    if (field.default !== undefined) expect(validateField(name, field, field.default)).toBeNull();
  },
);

const patterns = new Set(
  everyField
    .flatMap(([, , { pattern, items }]) => [pattern, items?.pattern])
    .filter((pattern) => pattern !== undefined),
);

test.each([...patterns])('T-71: the time that the pattern %s takes grows only with the text', (pattern) => {
  expect(findSlowInput(pattern)).toBeNull();
});

test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}$', '^([a-zA-Z]+)*$', '^/?\\d*\\d*-$', ' +$'])(
  'T-71: findSlowInput finds the input on which the pattern %s backtracks',
  (pattern) => {
    expect(findSlowInput(pattern)).not.toBeNull();
  },
);

test('URL fields take web addresses and paths on this site only', () => {
  const urls = everyField.filter(([, name]) => name.endsWith('_url') && name !== 'blur_data_url');
  expect(urls.length).toBeGreaterThan(10);
  for (const [, name, field] of urls) {
    expect(field.format).toBe('uri');
    expect(validateField(name, field, 'javascript:alert(1)')).toBe(`${field.title} is not valid`);
  }
});

test('nothing of a purchase can be written', () => {
  expect(Object.values(schemaOf('purchases').properties).every((field) => field.readOnly)).toBe(true);
});

test('a product is what the shop can sell', () => {
  const product = {
    name: 'Week',
    price_cents: 49,
    currency: 'USD',
    billing_type: 'monthly',
    billing_period: '',
  };
  expect(validateForm(productsSchema, { ...product, images: ['javascript:x'] })).toEqual({
    price_cents: 'Price cannot be less than 0.50',
    currency: 'Currency is not valid',
    billing_type: 'Billing type must be one of the valid options',
    images: 'Images contains invalid options',
  });
  const good = { ...product, price_cents: 50, currency: 'usd', billing_type: 'one_time', id: 'x' };
  expect(parseForm(productsSchema, good)).toEqual({
    name: 'Week',
    price_cents: 50,
    currency: 'usd',
    billing_type: 'one_time',
    billing_period: null,
  });
});

test('a blog post has a slug that is no UUID, and may leave its author empty', () => {
  const post = { title: 'T', html_rich_text: '<p>x</p>', author: ' ' };
  const uuid = '01890000-0000-7000-8000-000000000000';
  expect(validateForm(blogPostsSchema, { ...post, slug: uuid })).toEqual({
    slug: 'Slug is not valid: it looks like an id of the site. Try some words',
  });
  expect(validateForm(blogPostsSchema, { ...post, slug: 'A b' })).toEqual({ slug: 'Slug is not valid' });
  expect(parseForm(blogPostsSchema, { ...post, slug: 'a-b' })).toMatchObject({ author: '' });
});

test('a schema is also a type', () => {
  expectTypeOf<Static<typeof productsSchema>['billing_type']>().toEqualTypeOf<'one_time' | 'recurring'>();
  expectTypeOf<Static<typeof productsSchema>['property_id']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Static<typeof productsSchema>['price_cents']>().toEqualTypeOf<number>();
});
