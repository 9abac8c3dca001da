import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsFile, listCalls } from './list-calls.ts';

test('docs/calls.md lists every call of the API: `npm run api:calls` writes it', async () => {
  const list = await listCalls();
  expect(list).toContain('| GET | `/api/amenities` | public | listings/api.server.ts |');
  expect(list).toBe(readFileSync(callsFile, 'utf8'));
});
