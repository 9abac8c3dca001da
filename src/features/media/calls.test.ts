import { expect, test } from 'vitest';
import { mediaLibrary, oneMedia } from './calls.ts';

test('the library is called with its filters as query parameters', async () => {
  const called: string[] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    called.push(`${init?.method ?? 'GET'} ${address} ${init?.body ?? ''}`.trim());
    return Response.json({ data: [], total: 0, deleted: 2 });
  };
  await mediaLibrary.list({ query: { search: 'beach', kind: 'image', unused: 'true', page: '2' }, fetch });
  await mediaLibrary.list({ fetch });
  expect(await oneMedia.uses({ id: 'a', fetch })).toMatchObject({ data: [] });
  expect(await mediaLibrary.deleteUnused({ json: { ids: ['a', 'b'] }, fetch })).toMatchObject({ deleted: 2 });
  expect(called).toEqual([
    'GET /api/admin/media?search=beach&kind=image&unused=true&page=2',
    'GET /api/admin/media',
    'GET /api/admin/media/a/uses',
    'POST /api/admin/media/delete-unused {"ids":["a","b"]}',
  ]);
});
