import { expect, test } from 'vitest';
import { telHref } from './phone.ts';

test.each([
  ['(850) 555-0142', 'tel:8505550142'],
  ['+1 850 555 0142', 'tel:+18505550142'],
  ['850.555.0142', 'tel:8505550142'],
  ['850‑555‑0142', 'tel:8505550142'],
  ['Cell: 850 555 0142', 'tel:8505550142'],
  ['＋１ 850 555 0142', 'tel:+18505550142'],
])('telHref keeps the digits and the plus in front of %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each([
  ['+1 850 555 0100 ext. 12', 'tel:+18505550100;ext=12'],
  ['+1 850 555 0100 EXT 12', 'tel:+18505550100;ext=12'],
  ['850-555-0100 x12', 'tel:8505550100;ext=12'],
  ['850-555-0100x12', 'tel:8505550100;ext=12'],
  ['850-555-0100, extension 12', 'tel:8505550100;ext=12'],
  ['850-555-0100 (ext 12)', 'tel:8505550100;ext=12'],
  ['850-555-0100 #12', 'tel:8505550100;ext=12'],
  ['tel:+1-850-555-0100;ext=12', 'tel:+18505550100;ext=12'],
])('the extension of %s is no part of the number', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each([
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['+44(0) 20 7946 0000', 'tel:+442079460000'],
  ['+49 (0) 30 123456', 'tel:+4930123456'],
  ['(0)20 7946 0000', 'tel:02079460000'],
  ['(+44) 20 7946 0000', 'tel:+442079460000'],
  ['+(44) 20 7946 0000', 'tel:+442079460000'],
])('the zero of %s is dialed only without a country code', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each([
  '850-555-0100 or 850-555-0101',
  '850-555-0100 OR 850-555-0101',
  '850-555-0100 / 850-555-0101',
  '850-555-0100/01',
  '850-555-0100, 850-555-0101',
  '850-555-0100; 850-555-0101',
  '850-555-0100 & 850-555-0101',
  '850-555-0100 850-555-0101',
  '850 555 0100 850 555 0101',
  '850-555-0100 (850-555-0101)',
  '850-555-0100\n850-555-0101',
  '850-555-0100 +1 850 555 0101 ext. 12',
  '850-555-0100 850-555-0101 ext. 12',
  '850-555-0100 (after 5 pm)',
  '850-555-0100 Ann, 2nd floor',
])('telHref uses the first number of %j', (phone) => {
  expect(telHref(phone)).toBe('tel:8505550100');
});

test.each([
  ['\u202a+1 (850) 555‑0100\u202c', 'tel:+18505550100'],
  ['\u202a+1\u202c 850 555 0100', 'tel:+18505550100'],
  ['850\u200b-555\ufeff-0100', 'tel:8505550100'],
])('signs without a width divide no number: %j', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each([
  ['call 8am-5pm 850-555-0100', 'tel:8505550100'],
  ['after 5 pm: +1 850 555 0100 ext. 12', 'tel:+18505550100;ext=12'],
  ['24/7 at 850-555-0100', 'tel:8505550100'],
  ['2 guests, 850-555-0100 or 850-555-0101', 'tel:8505550100'],
  ['extension 12', 'tel:12'],
  ['112 or 911', 'tel:112'],
])('a number too short to be called is passed over where a whole one follows: %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test('a slash within a number divides nothing', () => {
  expect(telHref('850/555-0100')).toBe('tel:8505550100');
});

test.each([
  ['1-850-555-SAND', 'tel:18505557263'],
  ['850-555-sand', 'tel:8505557263'],
  ['1 800 FLOWERS', 'tel:18003569377'],
  ['(850) 555-SAND ext. 4', 'tel:8505557263;ext=4'],
  ['1-800-GO-BEACH', 'tel:18004623224'],
])('the letters of %s are those of the keypad', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each(['', 'please write', '+'])('%j has no number', (phone) => {
  expect(telHref(phone)).toBe('tel:');
});
