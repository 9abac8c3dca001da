import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { toProblems } from './details.ts';

const refused = new ApiError(400, 'Please agree', { agreed: 'Please agree' });

const boxes = {
  agreedHouseRules: 'Please agree to the house rules',
  agreedCancellation: 'Please agree to the cancellation policy',
};

test.each([
  ['house rules', { houseRules: true, cancellation: false }, ['agreedCancellation']],
  ['cancellation', { houseRules: false, cancellation: true }, ['agreedHouseRules']],
] as const)('with only the %s ticked, the other box is the one in want', (_, agreed, wanting) => {
  const problems = toProblems(refused, agreed as never);
  expect(Object.keys(problems).filter((name) => name in boxes)).toEqual(wanting);
});

test('without scripts both boxes come back unticked, and both say so', () => {
  expect(toProblems(refused)).toMatchObject(boxes);
});

test('boxes say nothing where something else is wrong', () => {
  const other = new ApiError(400, 'Email is not a valid email', { email: 'Email is not a valid email' });
  expect(toProblems(other)).toEqual({
    form: 'Email is not a valid email',
    email: 'Email is not a valid email',
  });
});
