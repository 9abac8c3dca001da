import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { readDetails, toProblems } from './details.ts';

test('one box agrees to the house rules and to the cancellation policy', () => {
  const form = new FormData();
  expect(readDetails(form).agreed).toMatchObject({ houseRules: false, cancellation: false });
  form.set('agreed', 'on');
  expect(readDetails(form).agreed).toMatchObject({ houseRules: true, cancellation: true });
});

test('a box of its own agrees to later charges of the card', () => {
  const form = new FormData();
  form.set('agreed', 'on');
  expect(readDetails(form).agreed).toMatchObject({ laterCharges: false });
  form.set('laterCharges', 'on');
  expect(readDetails(form).agreed).toMatchObject({ laterCharges: true });
});

test('an unchecked box has a message', () => {
  const refused = new ApiError(400, 'Please agree', { agreed: 'Please agree' });
  expect(toProblems(refused)).toEqual({
    form: 'Please agree',
    agreed: 'Please agree to the rules and the cancellation policy',
  });
});

test('the message of the form names all fields that are wrong', () => {
  const fields = { name: 'No name', email: 'No email', phone: 'No phone', agreed: 'Please agree' };
  expect(toProblems(new ApiError(400, 'No name', fields)).form).toBe(
    'Please complete your name, email, phone and agreement',
  );
});

test('the box says nothing where something else is wrong', () => {
  const other = new ApiError(400, 'Email is not a valid email', { email: 'Email is not a valid email' });
  expect(toProblems(other)).toEqual({
    form: 'Email is not a valid email',
    email: 'Email is not a valid email',
  });
});
