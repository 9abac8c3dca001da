import { expect, test } from 'vitest';
import { thumbnailSize } from './thumbnail.tsx';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [15 * 1024, '15 KB'],
  [1.45 * 1024 * 1024, '1.4 MB'],
  [3 * 1024 ** 4, '3072 GB'],
])('thumbnailSize formats %s bytes as %s', (bytes, words) => expect(thumbnailSize(bytes)).toBe(words));
