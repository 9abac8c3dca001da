import { expect, test } from 'vitest';
import { conflictsClient } from './client.ts';

test('a choice whose response is lost is not reported as undone', async () => {
  const lost = conflictsClient(() => Promise.reject(new TypeError('Failed to fetch')));
  const broken = conflictsClient(async () => new Response('<html>', { status: 502 }));
  for (const client of [lost, broken]) {
    const resolving = client.resolve('1', { choice: 'refund', refund: 100 });
    await expect(resolving).rejects.toThrow('It is not certain whether this was done');
  }
});
