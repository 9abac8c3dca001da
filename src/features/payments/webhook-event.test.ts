import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { handledTypes } from './webhook-event.ts';

test('the manual lists the events that the site handles, each once', async () => {
  const manual = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  const [, list = ''] = /Events to register for the endpoint: (.*?)\. A lost event/s.exec(manual) ?? [];
  const listed = list.split(';').flatMap((group) => {
    const [first = '', ...others] = [...group.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    // `.expired` stands for the first of its group with another last part.
    return [first, ...others.map((name) => first.replace(/\.[^.]+$/, name))];
  });
  expect(listed.toSorted()).toEqual(handledTypes.toSorted());
});
