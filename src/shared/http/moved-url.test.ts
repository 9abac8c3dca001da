import { expect, test } from 'vitest';
import { movedUrl } from './moved-url.ts';

test('a moved page keeps query and fragment', () => {
  expect(movedUrl('/blog/new-name', new URL('http://site.example/blog/old?utm_source=x&a=b#tips'))).toBe(
    '/blog/new-name?utm_source=x&a=b#tips',
  );
  expect(movedUrl('/blog/new-name', { search: '' })).toBe('/blog/new-name');
});
