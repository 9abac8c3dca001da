import { expect, test } from 'vitest';
import { findOption, toOptions } from './conflict-dialog.tsx';
import type { ConflictDetail } from './contract.server.ts';

const stay = { checkin: '2030-03-01', checkout: '2030-03-04', total: 90_000 };
const homes = [
  { slug: 'dune', title: 'Dune House', total: 80_000 },
  { slug: 'pine', title: 'Pine House', total: 85_000 },
];

const optionsOf = (choices: Partial<ConflictDetail['choices']>) =>
  toOptions({
    booking: { name: 'Ann Lee', currency: 'usd' },
    offeredAt: null,
    choices: {
      properties: homes,
      stays: [stay],
      refund: 90_000,
      notes: { move: '', dates: '', refund: '' },
      ...choices,
    },
  } as unknown as ConflictDetail);

test('a chosen home stays chosen when another home before it is gone, with its new total', () => {
  const pine = findOption(optionsOf({}), { choice: 'move', property: 'pine' });
  expect(pine?.choice).toMatchObject({ property: 'pine', total: 85_000 });
  const later = optionsOf({ properties: [{ slug: 'pine', title: 'Pine House', total: 84_000 }] });
  expect(findOption(later, { choice: 'move', property: 'pine' })?.choice).toMatchObject({
    property: 'pine',
    total: 84_000,
  });
});

test('a choice that is no longer possible selects no other one', () => {
  const later = optionsOf({ properties: homes.slice(0, 1), stays: [] });
  expect(findOption(later, { choice: 'move', property: 'pine' })).toBeUndefined();
  expect(findOption(later, { choice: 'dates' })).toBeUndefined();
  expect(findOption(later, { choice: 'refund' })?.submit).toBe('Cancel, refund and send this mail');
});
