import { expect, test } from 'vitest';
import type { FieldSchema } from '../../shared/forms/schema.ts';
import { type Widget, widgetFor } from './field-widget.ts';

const string = (more: Partial<FieldSchema> = {}): FieldSchema => ({ type: 'string', ...more });

test.each<[widget: Widget, name: string, field: FieldSchema]>([
  ['readonly', 'html_rich_text', string({ readOnly: true })],
  ['readonly', 'id', string({ primaryKey: true })],
  ['reference', 'property_id', string({ format: 'uuid', references: 'properties' })],
  ['list', 'images', { type: 'array', items: { type: 'string', format: 'uri' } }],
  ['richText', 'html_rich_text', string()],
  ['richText', 'review_html', string({ maxLength: 5000 })],
  ['richText', 'intro', string({ multiline: true })],
  ['richText', 'image_html', string()],
  ['media', 'media_url', string({ format: 'uri' })],
  ['media', 'cover_image', string()],
  ['media', 'guest_photo_url', string({ format: 'uri' })],
  ['file', 'file_url', string({ format: 'uri' })],
  ['file', 'house_document', string()],
  ['unsupported', 'engine', { type: 'object' } as unknown as FieldSchema],
  ['select', 'status', string({ enum: ['a'] })],
  ['select', 'floors', { type: 'integer', enum: [1, 2] }],
  ['checkbox', 'open', { type: 'boolean' }],
  ['checkbox', 'is_listed', string()],
  ['checkbox', 'home_has_pool', { type: 'integer' }],
  ['checkbox', 'terms_checkbox', string()],
  ['date', 'check_in', string({ format: 'date' })],
  ['datetime', 'published_at', string({ format: 'date-time' })],
  ['email', 'address', string({ format: 'email', maxLength: 300 })],
  ['email', 'contact_email', string()],
  ['url', 'terms', string({ format: 'uri', maxLength: 2048 })],
  ['url', 'icon_url', string()],
  ['url', 'profile_link', string()],
  ['number', 'price', { type: 'number' }],
  ['number', 'image_count', { type: 'integer' }],
  ['number', 'price_cents', { type: 'integer' }],
  ['money', 'price', { type: 'integer', unit: 'cents' }],
  ['textarea', 'summary', string({ maxLength: 256 })],
  ['textarea', 'short_description', string()],
  ['textarea', 'message', string()],
  ['textarea', 'note', string({ format: 'textarea' })],
  ['text', 'title', string({ maxLength: 255 })],
  ['text', 'this_week', string()],
  ['text', 'curls', string()],
])('widgetFor chooses %s for %s', (widget, name, field) => {
  expect(widgetFor(name, field)).toBe(widget);
});

test('widgetFor chooses rich text only for the HTML columns', async () => {
  const { readTables } = await import('../../db/table-schemas.server.ts');
  const rich = (await readTables()).flatMap(({ tableName, schema }) =>
    Object.entries(schema.properties)
      .filter(([name, field]) => widgetFor(name, field) === 'richText')
      .map(([name]) => `${tableName}.${name}`),
  );
  expect(rich.sort()).toEqual([
    'blog_posts.html_rich_text',
    'guide_sections.html_rich_text',
    'pages.html_rich_text',
    'properties.check_list',
    'reviews.review_html',
  ]);
});
