import { expect, test } from 'vitest';
import { loginUrl, safeReturnUrl } from './return-url.ts';

const login = (search: string) => loginUrl({ pathname: '/admin', search });
const returnUrl = (search: string) =>
  safeReturnUrl(new URL(login(search), 'https://beach.example').searchParams.get('returnUrl'));

test('loginUrl without a table returns to the admin', () => {
  expect(login('')).toBe('/login?returnUrl=/admin');
});

test.each([
  '?table=products',
  '?table=products&page=3&sort=name&order=desc',
  '?table=inquiries&search=a%26b+c%25&filters=%5B%7B%22field%22%3A%22email%22%7D%5D',
  '?table=//evil.example',
  '?returnUrl=https://evil.example&table=a?b=c#d',
])('loginUrl returns to %s', (search) => {
  expect(returnUrl(search)).toBe(`/admin${search}`);
});

test('loginUrl leaves out a search that is too long for a return URL', () => {
  expect(login(`?table=products&search=${'x'.repeat(2_000)}`)).toBe('/login?returnUrl=/admin');
});

test('loginUrl returns to any page of the hosts', () => {
  expect(loginUrl({ pathname: '/admin/bookings/7K3M9PQR', search: '?tab=1' })).toBe(
    '/login?returnUrl=/admin/bookings/7K3M9PQR%3Ftab%3D1',
  );
});
