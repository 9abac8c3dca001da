import { expect, test } from 'vitest';
import { cancellationText } from './policy-text.ts';

const policy = { name: 'Firm', graceHours: 0 };
const noRefund = { days_before: 0, refund_percent: 0 };

test('a step that refunds nothing is no refund until check-in', () => {
  expect(cancellationText({ ...policy, steps: [{ days_before: 30, refund_percent: 50 }, noRefund] })).toEqual(
    [
      '50% of rent and fees goes back until 30 days before check-in.',
      'After that rent is not refunded; cleaning and pet fees with their taxes go back.',
    ],
  );
  expect(cancellationText({ ...policy, steps: [noRefund] })).toEqual([
    'Rent is not refunded; cleaning and pet fees with their taxes go back.',
  ]);
});
