import { expect, test } from 'vitest';
import { sizeOf } from './media-thumb.tsx';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [15 * 1024, '15 KB'],
  [1.45 * 1024 * 1024, '1.4 MB'],
  [3 * 1024 ** 4, '3072 GB'],
])('%s bytes are %s', (bytes, words) => expect(sizeOf(bytes)).toBe(words));
