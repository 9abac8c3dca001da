import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormSchema } from '../../shared/forms/schema.ts';
import { SchemaForm } from './schema-form.tsx';
import { initialValues } from './use-form-state.ts';

const schema: FormSchema = {
  title: 'A post',
  required: ['title', 'slug'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', title: 'Title', maxLength: 200 },
    slug: { type: 'string', title: 'Slug' },
    author: { type: 'string', title: 'Author', default: 'The hosts' },
    tags: {
      type: 'array',
      title: 'Tags',
      items: { type: 'string', enum: ['sea', 'sand'] },
      default: ['sea'],
    },
    pinned: { type: 'boolean', title: 'Pinned' },
    reads: { type: 'integer', title: 'Reads', default: 7 },
  },
};

const form = <SchemaForm id="blog_post_editor" schema={schema} onSubmit={() => {}} />;
const html = (element = form) => renderToStaticMarkup(element).replace(/ class="[^"]*"/g, '');

test('SchemaForm renders a labelled widget for every writable field in order, none for read-only ones', () => {
  const labels = [...html().matchAll(/for="blog_post_editor-(\w+)"|<legend>(\w+)/g)].map(
    ([, id, legend]) => id ?? legend,
  );
  expect(labels).toEqual(['title', 'slug', 'author', 'Tags', 'pinned', 'reads']);
  expect(html()).toContain('<form id="blog_post_editor"');
});

test('SchemaForm starts with the defaults, overridden by the initial values', () => {
  expect(initialValues(schema)).toEqual({
    title: '',
    slug: '',
    author: 'The hosts',
    tags: ['sea'],
    pinned: false,
    reads: 7,
  });
  const known = { id: 'x', title: 'Waves', pinned: true, tags: undefined, stranger: 1 };
  expect(initialValues(schema, known)).toEqual({ ...initialValues(schema), title: 'Waves', pinned: true });
});

test('SchemaForm shows the given button labels', () => {
  expect(html()).toMatch(/<button type="submit">Submit<\/button><button type="reset">Reset<\/button>/);
  const named = <SchemaForm id="f" schema={schema} submitLabel="Create Post" onSubmit={() => {}} />;
  expect(html(named)).toContain('<button type="submit">Create Post</button>');
});

test('SchemaForm renders a field override in place of the widget', () => {
  const drawn = (
    <SchemaForm
      id="f"
      schema={schema}
      initialValues={{ title: 'Waves' }}
      fieldOverrides={{ title: ({ id, value, required }) => <b id={id}>{`${value} ${required}`}</b> }}
      onSubmit={() => {}}
    />
  );
  expect(html(drawn)).toContain('<b id="f-title">Waves true</b>');
  expect(html(drawn)).not.toContain('name="title"');
});

test('SchemaForm shows no error before any input', () => {
  expect(html()).not.toContain('is required');
  expect(html()).not.toContain('aria-invalid');
});
