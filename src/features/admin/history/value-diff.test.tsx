import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import type { Value } from '../schema/table.ts';
import { diffRange, ValueDiff } from './value-diff.tsx';

test.each([
  ['warm white sand', 'warm sand', ['warm ', 'white ', 'sand']],
  ['warm sand', 'warm white sand', ['warm ', '', 'sand']],
  ['same', 'same', ['same', '', '']],
  ['one two', 'three four', ['', 'one two', '']],
  ['a a a', 'a a', ['a ', 'a ', 'a']],
  ['', 'x', ['', '', '']],
])('diffRange of %j beside %j splits it in three', (text, other, parts) => {
  expect(diffRange(text, other)).toEqual(parts);
});

const html = (field: FieldSchema | undefined, value: Value, name = 'field') =>
  renderToStaticMarkup(<ValueDiff name={name} field={field} value={value} />).replace(/ class="[^"]*"/g, '');

test('ValueDiff formats values', () => {
  expect(html({ type: 'string' }, null)).toContain('empty');
  expect(html({ type: 'array' }, [])).toContain('empty');
  expect(html({ type: 'boolean' }, false)).toContain('No');
  expect(html({ type: 'string', enum: ['a'], enumNames: ['Alpha'] }, 'a')).toContain('Alpha');
  expect(html({ type: 'string' }, '<p>Rich <b>text</b></p>', 'html_rich_text')).toContain('Rich text');
  expect(html(undefined, { gone: true } as unknown as Value)).toContain('gone');
});

test('ValueDiff shows an image of this site and only names another', () => {
  const images: FieldSchema = { type: 'array', items: { type: 'string', format: 'uri' } };
  const shown = html(images, ['/media/1/800.jpg', 'https://elsewhere.example/a.jpg'], 'images');
  expect(shown.match(/<img/g)).toHaveLength(1);
  expect(shown).toContain('src="/media/1/800.jpg"');
  expect(shown).toContain('https://elsewhere.example/a.jpg');
});
