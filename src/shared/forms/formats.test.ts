import { expect, test } from 'vitest';
import { isDateTime, isLink } from './formats.ts';

test.each([
  '2026-06-05T10:20:30Z',
  '2026-06-05t10:20:30z',
  '2026-06-05T23:59:59.123456789-05:00',
  '2026-06-05T00:00:00+14:00',
])('%s is a moment', (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.each([
  '2026-06-05',
  '2026-06-05T10:20Z',
  '2026-06-05T10:20:30',
  '2026-06-05 10:20:30Z',
  '2026-02-30T10:20:30Z',
  '2026-06-05T24:00:00Z',
  '2026-06-05T10:60:00Z',
  '2026-06-05T23:59:60Z',
  '2026-06-05T10:20:30+24:00',
  '2026-06-05T10:20:30+05',
  '2026-06-05T10:20:30Z\n',
  '0001-01-01T00:00:00+15:00',
  '9999-12-31T23:59:59-15:59',
])('%j is no moment', (text) => {
  expect(isDateTime(text)).toBe(false);
});

test.each([
  '/',
  '/media/1/640.jpg',
  '/a?b=c#d',
  'https://example.com',
  'HTTP://example.com/x y'.replace(' ', '%20'),
  'https://www.youtube.com/watch?v=abc',
  'https://münchen.example/ü',
])('%s is a link', (text) => {
  expect(isLink(text)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  'ftp://example.com',
  'mailto:a@b.co',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://',
  'https://user:secret@evil.example',
  'https://user@evil.example',
  'https://a b',
  'https://a\nb',
  'https://a\\@b.example',
  'example.com',
  '',
  ' /x',
  'blob:https://a.example/1',
  'http://[::1',
])('%j is no link', (text) => {
  expect(isLink(text)).toBe(false);
});
