import { expect, test } from 'vitest';
import { formatTime, parseBedrooms, splitLines } from './property-detail.ts';

test('splitLines accepts every line ending', () => {
  expect(splitLines('No smoking\r\n\n  No pets \nQuiet after ten')).toEqual([
    'No smoking',
    'No pets',
    'Quiet after ten',
  ]);
  expect(splitLines('')).toEqual([]);
});

test('parseBedrooms returns the beds of each room', () => {
  expect(parseBedrooms('Bedroom: 1 king bed\nBunk room: 2 bunk beds, 1 twin bed')).toEqual([
    { room: 'Bedroom', beds: [{ count: 1, kind: 'king bed' }] },
    {
      room: 'Bunk room',
      beds: [
        { count: 2, kind: 'bunk beds' },
        { count: 1, kind: 'twin bed' },
      ],
    },
  ]);
});

test('parseBedrooms keeps a room without beds and a bed without a number', () => {
  expect(parseBedrooms('Loft')).toEqual([{ room: 'Loft', beds: [] }]);
  expect(parseBedrooms('Loft: hammock, ')).toEqual([{ room: 'Loft', beds: [{ count: 1, kind: 'hammock' }] }]);
});

test.each([
  ['16:00', '4 PM'],
  ['10:30', '10:30 AM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12 PM'],
])('formatTime formats %s as %s', (time, words) => {
  expect(formatTime(time)).toBe(words);
});
