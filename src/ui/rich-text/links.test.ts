import { expect, test } from 'vitest';
import { imagePath, mayLead, meantAddress } from './links.ts';

test.each(['https://a.example/x', 'http://a.example', 'mailto:a@b.example', 'tel:+18505550142', '/shop#a'])(
  '%s may lead somewhere',
  (address) => expect(mayLead(address)).toBe(true),
);

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,x',
  '//a.example',
  '/\\a.example',
  'vbscript:x',
  'ftp://a.example',
  'https://user:word@a.example',
  'shop',
  '',
])('mayLead rejects %j', (address) => expect(mayLead(address)).toBe(false));

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/a?b#c ', 'https://www.example.com/a?b#c'],
  ['host@example.com', 'mailto:host@example.com'],
  ['/hosts', '/hosts'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['words', 'words'],
])('meantAddress completes %j to %j', (typed, meant) => expect(meantAddress(typed)).toBe(meant));

test.each([
  ['/media/1/800.jpg', '/media/1/800.jpg'],
  ['https://site.example/media/1/800.jpg?v=2', '/media/1/800.jpg?v=2'],
  ['https://elsewhere.example/a.jpg', null],
  ['data:image/png;base64,AAAA', null],
  ['//elsewhere.example/a.jpg', null],
])('imagePath maps %j to %j', (address, path) => {
  expect(imagePath(address, 'https://site.example')).toBe(path);
});
