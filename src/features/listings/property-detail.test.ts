import { expect, test } from 'vitest';
import { formatTime, parseBedrooms, splitLines } from './property-detail.ts';

test('a text is read line by line, whatever ends its lines', () => {
  expect(splitLines('No smoking\r\n\n  No pets \nQuiet after ten')).toEqual([
    'No smoking',
    'No pets',
    'Quiet after ten',
  ]);
  expect(splitLines('')).toEqual([]);
});

test('a room names its beds', () => {
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

test('a room without beds, and a bed without a number, are kept as they are written', () => {
  expect(parseBedrooms('Loft')).toEqual([{ room: 'Loft', beds: [] }]);
  expect(parseBedrooms('Loft: hammock, ')).toEqual([{ room: 'Loft', beds: [{ count: 1, kind: 'hammock' }] }]);
});

test.each([
  ['16:00', '4 PM'],
  ['10:30', '10:30 AM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12 PM'],
])('%s is said as %s', (time, words) => {
  expect(formatTime(time)).toBe(words);
});
