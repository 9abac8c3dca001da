import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';

const { platform } = await testAppForFile();
const limit = { name: 'networks', points: 2, seconds: 3_600, message: 'Please wait.' };
const use = (name: string, key: string) =>
  platform.consumeLimit({ ...limit, name }, key).then(
    () => 'used',
    () => 'refused',
  );

test('all clients of one IPv6 network of 48 bits together have eight times the points of one', async () => {
  const outcomes: string[] = [];
  for (let client = 0; client < 10; client += 1)
    for (const _ of [1, 2]) outcomes.push(await use('many', `2001:db8:1:${client.toString(16)}::/64`));
  expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(16);
  expect(outcomes.slice(16)).toEqual(Array(4).fill('refused'));
  expect(await use('many', '2001:db8:2:0::/64')).toBe('used');
});

test('one client is rejected by its own limit, and takes no more than that of its network', async () => {
  const outcomes: string[] = [];
  for (let time = 0; time < 30; time += 1) outcomes.push(await use('one', '2001:db8:3:1::/64'));
  expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(2);
  expect(await use('one', '2001:db8:3:2::/64')).toBe('used');
});
