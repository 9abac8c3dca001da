import { expect, test } from 'vitest';
import { rowError } from '../../features/admin/edit/validate-row.ts';
import { isBlankHtml } from './blank.ts';
import { parseForm } from './parse-form.ts';
import { validateField } from './validate.ts';

const content = { type: 'string', title: 'Content', minLength: 1, multiline: true } as const;

test.each([
  '',
  '   ',
  '<p></p>',
  '<p> </p>',
  '<p>   </p><p>\n</p>',
  '<p>&nbsp;</p>',
  '<p>\u00a0&#160;&#xA0;&NBSP;</p>',
  '<p><br></p><br/>',
  '<p>\u200b\u200d\ufeff\u2060\u00ad</p>',
  '<p>&ZeroWidthSpace;&zwnj;&shy;&#8203;&#x200B;&emsp;</p>',
  '<ul><li><p></p></li></ul>',
  '<p><strong> </strong><a href="https://example.com"></a></p>',
  '<!-- only a comment --><p></p>',
  '\u3164\u2800',
])('content of %j is empty, in the editor, the admin and the API', (html) => {
  expect(isBlankHtml(html)).toBe(true);
  expect(validateField('html_rich_text', content, html, true)).toBe('Content is required');
  expect(rowError('html_rich_text', content, html, true)).toBe('Content is required');
  expect(validateField('review_html', { type: 'string' }, html, true)).toBe('review_html is required');
  expect(validateField('html_rich_text', content, html)).toBeNull();
});

test.each([
  '<p>a</p>',
  '<p>!</p>',
  '<p>🏖️</p>',
  '<p>&amp;</p>',
  '<p>&lt;3&gt;</p>',
  '<p>a < b</p>',
  '<p>0</p>',
  '<p><img src="/media/a/640.jpg" alt=""></p>',
  '<p>&unknown;</p>',
  '<p>&#x110000;</p>',
])('content of %j is not empty', (html) => {
  expect(isBlankHtml(html)).toBe(false);
  expect(validateField('html_rich_text', content, html, true)).toBeNull();
});

test('a plain text may hold what looks like an element', () => {
  expect(validateField('note', { type: 'string', title: 'Note' }, '<p></p>', true)).toBeNull();
});

test('a name of invisible characters is missing', () => {
  expect(validateField('name', { type: 'string', title: 'Name' }, '\u200b\u3164', true)).toBe(
    'Name is required',
  );
});

test('an optional text that shows nothing is stored as its default', () => {
  const schema = { properties: { note_html: { type: 'string', title: 'Note', default: '' } as const } };
  expect(parseForm(schema, { note_html: '<p>&nbsp;</p>' })).toEqual({ note_html: '' });
});
