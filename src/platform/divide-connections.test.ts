import { expect, test } from 'vitest';
import { divideConnections } from './divide-connections.server.ts';

test('POOL_SIZE counts the connections of requests, jobs and the listener together', () => {
  for (const role of ['web', 'worker', 'both'] as const)
    for (const poolSize of [8, 9, 20, 24, 100]) {
      const { site, queue } = divideConnections({ poolSize, role });
      expect(site + queue + 1).toBe(poolSize);
      expect(site).toBeGreaterThanOrEqual(3);
      expect(queue).toBe(role === 'web' ? 0 : Math.max(4, Math.min(7, Math.floor((poolSize - 1) / 3))));
    }
});

test('without POOL_SIZE a process has the usual connections, and none for jobs it does not work on', () => {
  expect(divideConnections({ poolSize: null, role: 'both' })).toEqual({ site: 16, queue: 7 });
  expect(divideConnections({ poolSize: null, role: 'web' })).toEqual({ site: 16, queue: 0 });
});
