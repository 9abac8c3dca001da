import { expect, test } from 'vitest';
import { validateForm } from '../../../shared/forms/validate.ts';
import {
  draftPublication,
  editorSchema,
  formatSavedAgo,
  initialPublication,
  readPublication,
  toFormValues,
  toPostInput,
  toPublishedAt,
  toSlug,
  validateEditor,
} from './post-form.ts';

const schema = editorSchema('PCB Beach Rentals');
const now = Date.parse('2027-03-01T12:00:00Z');

test('editorSchema is the specified form', () => {
  expect(schema.required).toEqual(['title', 'slug', 'html_rich_text']);
  expect(schema.properties).toMatchObject({
    title: { type: 'string', minLength: 1, maxLength: 200 },
    slug: { type: 'string', minLength: 1, maxLength: 100 },
    summary: { type: 'string', maxLength: 500, multiline: true },
    html_rich_text: { type: 'string', minLength: 1, multiline: true },
    author: { type: 'string', maxLength: 100, default: 'PCB Beach Rentals' },
  });
  expect(validateForm(schema, {})).toEqual({
    title: 'Title is required',
    slug: 'Slug is required',
    html_rich_text: 'Content is required',
  });
});

test.each(['<p>   </p>', '<p>&nbsp;</p>', '<p><br></p>'])(
  'validateEditor takes content %j for empty',
  (html) => {
    const post = { title: 'Sand', slug: 'sand', html_rich_text: html };
    expect(validateEditor(schema, post)).toEqual({ html_rich_text: 'Content is required' });
  },
);

test('toSlug makes a missing slug from the title', () => {
  expect(toSlug({ title: 'Sand & Sea', slug: ' ' })).toBe('sand-sea');
  expect(toSlug({ title: 'Sand & Sea', slug: 'shells' })).toBe('shells');
  expect(toSlug({ title: 'New', slug: '' })).toBe('new-1');
  expect(validateEditor(schema, { title: 'Sand', slug: '', html_rich_text: 'x' })).toEqual({});
  expect(validateEditor(schema, { title: 'Sand', slug: 'new', html_rich_text: 'x' })).toEqual({
    slug: 'Slug is not valid: the site has a page of its own at “new”. Try “new-1”',
  });
  expect(validateEditor(schema, { title: '!!!', slug: '', html_rich_text: 'x' })).toEqual({
    slug: 'Slug is required',
  });
  const content = toFormValues({ title: 'Sand & Sea' }, 'Us');
  expect(toPostInput(content, undefined)).toEqual({ ...content, slug: 'sand-sea' });
});

test('toFormValues defaults the author to the business', () => {
  expect(toFormValues(null, 'Us').author).toBe('Us');
  expect(toFormValues({ author: '' }, 'Us').author).toBe('Us');
  expect(toFormValues({ author: 'Ada', tags: 'x', title: 5 }, 'Us')).toMatchObject({
    author: 'Ada',
    tags: [],
    title: '',
  });
});

test('a new post is published at once unless scheduled or kept as draft', () => {
  const fresh = initialPublication(null, now);
  expect(fresh).toEqual({ choice: 'now', at: '' });
  expect(toPublishedAt(fresh, true, now)).toBeUndefined();
  expect(toPublishedAt({ choice: 'draft', at: '' }, true, now)).toBeNull();
  expect(toPublishedAt({ choice: 'later', at: '2027-04-01T00:00:00Z' }, true, now)).toBe(
    '2027-04-01T00:00:00Z',
  );
});

test('an edited post keeps its publication until another is chosen', () => {
  const [past, future] = ['2027-01-01T00:00:00Z', '2027-04-01T00:00:00Z'];
  expect(initialPublication({ published_at: past }, now)).toEqual({ choice: 'unchanged', at: past });
  expect(initialPublication({ published_at: future }, now)).toEqual({ choice: 'later', at: future });
  expect(initialPublication({ published_at: null }, now)).toEqual({ choice: 'draft', at: '' });
  expect(toPublishedAt({ choice: 'unchanged', at: past }, false, now)).toBeUndefined();
  expect(toPublishedAt({ choice: 'now', at: '' }, false, now)).toBe('2027-03-01T12:00:00.000Z');
});

test.each([
  [0, 'Saved 0 s ago'],
  [12_300, 'Saved 12 s ago'],
  [61_000, 'Saved 1 min ago'],
  [59 * 60_000, 'Saved 59 min ago'],
  [125 * 60_000, 'Saved 2 h ago'],
  [-5_000, 'Saved 0 s ago'],
])('formatSavedAgo after %d ms is %j', (passed, words) => {
  expect(formatSavedAgo(now, now + passed)).toBe(words);
});

const start = initialPublication(null, now);
const published = { choice: 'unchanged', at: '2027-01-01T12:00:00.000Z' } as const;
const [tomorrow, yesterday] = ['2027-03-02T12:00:00.000Z', '2027-02-28T12:00:00.000Z'];

test.each([
  ['a draft stays one', { choice: 'draft', at: '' }, start, { choice: 'draft', at: '' }],
  ['a moment to come is kept', { choice: 'later', at: tomorrow }, start, { choice: 'later', at: tomorrow }],
  [
    'one that has passed is asked for',
    { choice: 'later', at: yesterday },
    start,
    { choice: 'later', at: '' },
  ],
  ['what appeared meanwhile stays so', { choice: 'later', at: yesterday }, published, published],
  [
    'what was published and is no more stays so',
    published,
    { choice: 'draft', at: '' },
    { choice: 'draft', at: '' },
  ],
  ['an older draft says nothing of it', undefined, start, start],
] as const)('when a draft is restored, %s', (_, publication, from, expected) => {
  expect(draftPublication({ publication }, from, now)).toEqual(expected);
});

test.each([null, 'now', {}, { choice: 'now' }, { choice: 'soon', at: '' }, { choice: 'later', at: 'x' }])(
  'readPublication rejects %j',
  (given) => {
    expect(readPublication(given)).toBeUndefined();
  },
);
