import { expect, test } from 'vitest';
import { idOfName, newIds } from './uuid.server.ts';
import { isUuid } from './uuid.ts';

test('idOfName always returns the same UUID v8 for a name', () => {
  const names = Array.from({ length: 200 }, (_, index) => `seed/scene-${index}`);
  const ids = names.map(idOfName);
  expect(new Set(ids).size).toBe(names.length);
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}8.{4}[89ab]/);
  }
  expect(idOfName('seed/tour')).toBe(idOfName('seed/tour'));
});

test('ids that are made together are in ascending order', () => {
  const ids = newIds(1_000);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids).toEqual(ids.toSorted());
});
