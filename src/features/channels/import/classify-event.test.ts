import { expect, test } from 'vitest';
import { createClassifier } from './classify-event.ts';

const first = { checkin: '2027-07-01', checkout: '2027-07-05' };
const second = { checkin: '2027-07-05', checkout: '2027-07-10' };
const classify = createClassifier({
  stored: [],
  served: { nights: [first, second], isCurrent: true },
  today: '2027-06-01',
});

test('an event that may be a stay is an echo between a check-in and a check-out that its channel has read', () => {
  for (const nights of [first, second, { checkin: first.checkin, checkout: second.checkout }])
    expect(classify({ ...nights, marked: 'either' }, undefined)).toEqual({
      kind: 'block',
      is_echo: true,
      own_nights: [],
    });
});

test.each([
  ['begins', { checkin: '2027-07-02', checkout: '2027-07-10' }],
  ['ends', { checkin: '2027-07-01', checkout: '2027-07-08' }],
])('an event that may be a stay and %s within a stay of ours was sold twice', (_, nights) => {
  expect(classify({ ...nights, marked: 'either' }, undefined)).toEqual({
    kind: 'reservation',
    is_echo: false,
    own_nights: [nights],
  });
});
