import { expect, test } from 'vitest';
import { pagePatterns } from './request-log.server.ts';

const routes = {
  root: { id: 'root', path: '' },
  frame: { id: 'frame', parentId: 'root' },
  home: { id: 'home', parentId: 'frame', index: true },
  post: { id: 'post', parentId: 'frame', path: 'blog/:slug' },
  edit: { id: 'edit', parentId: 'frame', path: 'blog/edit/:id' },
  write: { id: 'write', parentId: 'frame', path: 'blog/new' },
  preview: { id: 'preview', parentId: 'frame', path: 'blog/edit/preview' },
  other: { id: 'other', parentId: 'root', path: '*' },
};
const patternOf = pagePatterns(routes);

test.each([
  ['/', '/'],
  ['/blog/a-week', '/blog/:slug'],
  ['/Blog/A-Week/', '/blog/:slug'],
  ['/blog/new', '/blog/new'],
  ['/blog/edit/7', '/blog/edit/:id'],
  ['/blog/edit/preview', '/blog/edit/preview'],
  ['/_root.data', '/'],
  ['/blog/a-week.data', '/blog/:slug'],
  ['/blog', '*'],
  ['/blog/a/b/c', '*'],
  ['/reset/secret-token', '*'],
  ['/%0a"forged"', '*'],
])('%s is logged as %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});
