import { expect, test } from 'vitest';
import { conflict } from './calls.ts';

test('a choice whose response is lost is not reported as undone', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const broken = async () => new Response('<html>', { status: 502 });
  for (const fetch of [lost, broken]) {
    const resolving = conflict.resolve({ id: '1', json: { choice: 'refund', refund: 100 }, fetch });
    await expect(resolving).rejects.toThrow('It is not certain whether this was done');
  }
});
