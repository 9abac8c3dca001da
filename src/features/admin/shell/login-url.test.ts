import { expect, test } from 'vitest';
import { safeReturnUrl } from '../../../shared/http/return-url.ts';
import { loginUrl } from './login-url.ts';

/** Where somebody comes to who signs in. */
const wayBack = (search: string) =>
  safeReturnUrl(new URL(loginUrl(search), 'https://beach.example').searchParams.get('returnUrl'));

test('without a table the way back is the admin itself', () => {
  expect(loginUrl('')).toBe('/login?returnUrl=/admin');
});

test.each([
  '?table=products',
  '?table=products&page=3&sort=name&order=desc',
  '?table=inquiries&search=a%26b+c%25&filters=%5B%7B%22field%22%3A%22email%22%7D%5D',
  '?table=//evil.example',
  '?returnUrl=https://evil.example&table=a?b=c#d',
])('after signing in %s is in view again', (search) => {
  expect(wayBack(search)).toBe(`/admin${search}`);
});

test('what is too long to come back to is left out', () => {
  expect(loginUrl(`?table=products&search=${'x'.repeat(2_000)}`)).toBe('/login?returnUrl=/admin');
});
